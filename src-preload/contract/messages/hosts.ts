/** The window, the processes and the practice service. */
export type HostMessages = {
  /** The contract has no such command. */
  'command.unknown': object;
  /** `field` is empty for the whole input; `problem` is what its schema says. */
  'command.bad-input': { readonly field: string; readonly problem: string };
  /** The id of the log entry of a bug. */
  'command.bug': { readonly id: string };
  'shortcuts.desktop-only': object;
  /** Keys are in the secure store of the computer. */
  'secrets.stored': object;
  /** Keys are in memory, because there is no secure store. */
  'secrets.session-only': object;
  /** Keys are in memory, because the user chose so at the start of the program. */
  'secrets.session-chosen': object;
  'secrets.not-answering': object;
  'secrets.none-title': object;
  /** A process of the desktop program ended; Electron restarts it. */
  'host.process-ended': { readonly kind: string };
  /** The effect of the end of such a process. */
  'host.process-restarts': object;
  /** The page of the window ended and was loaded again. */
  'host.window-ended': object;
  /** The effect of the end of that page. */
  'host.window-reloaded': object;
  /** The command is for the practice market only. */
  'practice.only': object;
  'practice.bad-state': object;
  'practice.no-answer': object;
  'practice.refused': object;
  /** No answer: whether the market moved is not known. */
  'practice.outcome-unknown': object;
  /** The practice service did not start, for this reason. */
  'practice.not-started': { readonly reason: string };
  /** The title of the notice that the practice service did not start. */
  'practice.not-started-title': object;
};
