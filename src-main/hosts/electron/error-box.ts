import type { App, Clipboard, Dialog } from 'electron';
import type { Ending } from '#hosts/desktop/run-program.ts';
import { type DiagnosticsSource, diagnosticsText } from './diagnostics.ts';

type Deps = {
  readonly app: Pick<App, 'isReady' | 'whenReady' | 'exit'>;
  readonly dialog: Pick<Dialog, 'showErrorBox' | 'showMessageBoxSync'>;
  readonly clipboard: Pick<Clipboard, 'writeText'>;
  readonly source: DiagnosticsSource;
};

const TITLE = 'Stratdesk';
/** The index of the button that copies the diagnostics. */
const COPY_BUTTON = 1;

/**
 * Shows why the program ends, then ends it. The box blocks the main process, so that after a bug no
 * request is sent and no file is written while the user reads.
 */
export async function endWithBox(
  { app, ...parts }: Deps,
  { exitCode, sentence, stack, wasShown }: Ending,
): Promise<void> {
  try {
    if (wasShown) return;
    // Boxes with buttons exist only once the app is ready, and a bug must not wait for that.
    if (!app.isReady() && stack !== null) return parts.dialog.showErrorBox(TITLE, `${sentence}\n\n${stack}`);
    if (!app.isReady()) await app.whenReady();
    showBox(parts, sentence, stack);
  } finally {
    app.exit(exitCode);
  }
}

function showBox({ dialog, clipboard, source }: Omit<Deps, 'app'>, sentence: string, stack: string | null): void {
  const file = source.logFile();
  const detail = [stack === null ? null : firstLine(stack), file === null ? null : `Log: ${file}`];
  const options = {
    type: 'error' as const,
    title: TITLE,
    message: sentence,
    detail: detail.filter((line) => line !== null).join('\n'),
    buttons: ['Quit', 'Copy diagnostics'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  while (dialog.showMessageBoxSync(options) === COPY_BUTTON) {
    // Not awaited: an await would return to the event loop. Electron has written the text when the
    // call returns. If copying fails, the failure is ignored and the box is shown again.
    clipboard.writeText(diagnosticsText(source, stack ?? sentence)).catch(() => undefined);
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? text;
