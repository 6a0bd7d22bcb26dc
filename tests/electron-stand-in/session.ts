// The default session: our scheme, requests, permissions and downloads.
import { EventEmitter } from 'node:events';
import type { DownloadItem, Protocol, Session, WebRequest } from 'electron';
import type { PageAnswer } from './messages.ts';
import { requireReady, requireNotReady, connection, onOf, preventable } from './state.ts';
import { strict } from './strict.ts';

type SchemeHandler = Parameters<Protocol['handle']>[1];
type RequestFilter = (details: { url: string }, answer: (value: { cancel?: boolean }) => void) => void;
type PermissionHandler = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;

const schemes = new Map<string, SchemeHandler>();
const privileged = new Set<string>();

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(list) {
    requireNotReady('protocol.registerSchemesAsPrivileged');
    for (const { scheme, privileges } of list) {
      if (privileges?.standard === true && privileges.secure === true) privileged.add(scheme);
    }
  },
  handle(scheme, handler) {
    requireReady('protocol.handle');
    if (!privileged.has(scheme)) throw new Error(`${scheme} is neither standard nor secure: 'self' would mean nothing`);
    schemes.set(scheme, handler);
  },
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>);

const sessionEvents = new EventEmitter();
const state: { ask: PermissionHandler; check: () => boolean; device: () => boolean; onRequest: RequestFilter } = {
  // The default of a session without handlers: it grants everything.
  ask: (_contents, _permission, answer) => answer(true),
  check: () => true,
  device: () => true,
  onRequest: (_details, answer) => answer({ cancel: false }),
};

const defaultSession = strict('session.defaultSession', {
  setPermissionRequestHandler: (handler) => void (state.ask = handler as PermissionHandler),
  setPermissionCheckHandler: (handler) => void (state.check = handler as () => boolean),
  setDevicePermissionHandler: (handler) => void (state.device = handler as () => boolean),
  setSpellCheckerEnabled: () => undefined,
  on: onOf(sessionEvents),
  webRequest: strict('webRequest', {
    onBeforeRequest: (handler: unknown) => void (state.onRequest = handler as RequestFilter),
  } satisfies Pick<WebRequest, 'onBeforeRequest'>),
} satisfies Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'on'
> & { webRequest: Pick<WebRequest, 'onBeforeRequest'> });

export const session = strict('session', {
  get defaultSession() {
    requireReady('session.defaultSession');
    return defaultSession;
  },
});

connection.on('request', async ({ method, url }): Promise<PageAnswer> => {
  const { cancel = false } = await new Promise<{ cancel?: boolean }>((resolve) => state.onRequest({ url }, resolve));
  const handler = schemes.get(URL.parse(url)?.protocol.slice(0, -1) ?? '');
  if (cancel || handler === undefined) return null;
  // Node's Request does not accept our scheme. The handler reads only the method and the address.
  const request = strict('request', { method, url }) as unknown as Request;
  const response = await handler(request);
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
});

connection.on('download', ({ url, name }) => {
  const event = preventable({});
  let dialog: unknown = null;
  const item = strict('DownloadItem', {
    getURL: () => url,
    getFilename: () => name,
    setSaveDialogOptions: (options) => void (dialog = options),
  } satisfies Pick<DownloadItem, 'getURL' | 'getFilename' | 'setSaveDialogOptions'>);
  sessionEvents.emit('will-download', event, item);
  return event.defaultPrevented ? null : { dialog };
});

connection.on('permission', async ({ permission }) => {
  const asked = await new Promise<boolean>((resolve) => state.ask({}, permission, resolve));
  return { asked, checked: state.check(), device: state.device() };
});
