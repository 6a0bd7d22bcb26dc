import type { IpcMain, WebContents } from 'electron';
import { commands } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import { failed } from '#contract/outcome.ts';
import type { Core, Log } from '#core/ports.ts';
import { plainJson } from './plain-json.ts';
import { isOwnFrame, type Sender } from './sender-check.ts';
import { Subscriptions } from './subscriptions.ts';

type Deps = { readonly ipc: Pick<IpcMain, 'handle' | 'on'>; readonly core: Core; readonly log: Log };

/**
 * Connects our own windows with the core's commands and events. Each command of the contract has a
 * channel.
 */
export function serveIpc({ ipc, core, log }: Deps): void {
  for (const name of Object.keys(commands)) {
    ipc.handle(`call:${name}`, async (event, input: unknown) => {
      if (isForeignSender(event, name, log)) throw new Error('refused');
      const plain = plainJson(input, limits.commandBytes);
      if (plain === undefined) return failed('invalid-input', 'The input is not JSON or is too big; nothing was done.');
      return await core.call(name, plain);
    });
  }
  const subscriptions = new Subscriptions();
  ipc.on('listen', (event, request: unknown) => {
    if (isForeignSender(event, 'listen', log)) return;
    const listenRequest = readListen(request);
    if (listenRequest === undefined || !listen(event.sender, listenRequest))
      log.warn('subscription refused', { name: listenRequest?.name ?? '' });
  });
  ipc.on('unlisten', (event, request: unknown) => {
    if (isForeignSender(event, 'unlisten', log)) return;
    const id = readId(request);
    if (id !== undefined) subscriptions.remove(event.sender, id);
  });

  function listen(window: WebContents, { id, name, params }: ListenRequest): boolean {
    const send = (message: unknown): void => {
      if (!window.isDestroyed()) window.send(`event:${id}`, message);
    };
    try {
      return subscriptions.add(window, id, () => core.subscribe(name, params, send));
    } catch {
      // The core throws for an event or params outside the contract.
      return false;
    }
  }
}

/**
 * Whether the sender is not our own page; such a sender is logged. A `handle` listener then throws,
 * and the error reaches the sender. An `on` listener ignores the request, because an error would
 * end the program.
 */
function isForeignSender(event: Sender, channel: string, log: Log): boolean {
  if (isOwnFrame(event)) return false;
  log.warn('sender refused', { name: channel });
  return true;
}

type ListenRequest = { readonly id: number; readonly name: string; readonly params: unknown };

function readListen(request: unknown): ListenRequest | undefined {
  const plain = plainJson(request, 64 * 1024);
  const id = readId(plain);
  if (id === undefined || typeof plain !== 'object' || plain === null) return undefined;
  const name = 'name' in plain ? plain.name : undefined;
  const params = 'params' in plain ? plain.params : undefined;
  return typeof name === 'string' && name.length <= 60 ? { id, name, params } : undefined;
}

function readId(request: unknown): number | undefined {
  const id = typeof request === 'object' && request !== null && 'id' in request ? request.id : undefined;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
