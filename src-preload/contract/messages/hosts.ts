/** The window, the processes and the practice service. */
export type HostMessages = {
  /** A process of the desktop program ended; Electron restarts it. */
  'host.process-ended': { readonly kind: string };
  /** The effect of the end of such a process. */
  'host.process-restarts': object;
  /** The page of the window ended and was loaded again. */
  'host.window-ended': object;
  /** What was lost with it. */
  'host.window-reloaded': object;
  /** The practice service did not start, for this reason. */
  'practice.not-started': { readonly reason: string };
  /** The title for it. */
  'practice.not-started-title': object;
};
