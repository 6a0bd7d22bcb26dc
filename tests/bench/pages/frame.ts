/** Waits for a frame, and on until its style, layout and paint are done: a task after the frame's callbacks. Gives the frame's time. */
export function frame(): Promise<number> {
  return new Promise((done) => {
    requestAnimationFrame((time) => {
      const after = new MessageChannel();
      after.port1.onmessage = () => done(time);
      after.port2.postMessage(null);
    });
  });
}
