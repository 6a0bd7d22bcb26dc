/**
 * Waits for the next frame and until its style, layout and paint are done. They are done in the
 * task after the animation callbacks of the frame. Returns the time of the frame.
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
