/**
 * Waits for a frame until its style, layout and paint are done, which is one task after its
 * callbacks. Returns the time of the frame.
 */
export function frame(): Promise<number> {
  return new Promise((done) => {
    requestAnimationFrame((time) => {
      const after = new MessageChannel();
      after.port1.onmessage = () => done(time);
      after.port2.postMessage(null);
    });
  });
}
