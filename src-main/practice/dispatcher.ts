import { authenticate, mayAccess, type Credentials, type Door } from './access.ts';
import type { Services } from './commands/command.ts';
import { COMMANDS } from './commands/table.ts';
import { failure, type Envelope } from './envelope.ts';
import { readFields, textOf } from './fields.ts';

export type ApiRequest = {
  readonly door: Door;
  readonly command: string;
  readonly query: URLSearchParams;
  readonly body: string;
};

const NO_ACCESS = {
  title: 'Unable to access this systemid',
  message: 'Credentials provided do not allow access to this systemid',
};

/** From a request to its envelope: read, authenticate, find the command, check access to the strategy, run. */
export class Dispatcher {
  readonly #services: Services;
  readonly #credentials: Credentials;

  constructor(services: Services, credentials: Credentials) {
    this.#services = services;
    this.#credentials = credentials;
  }

  answer(request: ApiRequest): Envelope {
    const started = performance.now();
    const { switches, engine } = this.#services;
    const command = COMMANDS.get(request.command);
    if (!command) {
      const message = 'Please refer to the API docs for the list of commands';
      return failure(switches, { title: 'Unknown API command', message });
    }
    const parsed = readFields(request.query, request.body);
    if (!parsed.ok) return failure(switches, { title: 'Malformed request', message: parsed.reason });
    const { fields } = parsed;
    const caller = authenticate(request.door, textOf(fields, 'apikey'), this.#credentials);
    if (!caller) return this.#noKey(textOf(fields, 'apikey'));
    const commandRequest = { ...this.#services, caller, fields, elapsed: () => performance.now() - started };
    if (command.scope === 'caller') return command.run(commandRequest);
    const systemId = textOf(fields, 'systemid');
    if (systemId === '') return failure(switches, { title: 'No systemid', message: 'systemid required' });
    const account = engine.account(systemId);
    if (!account || !mayAccess(caller, account)) return failure(switches, NO_ACCESS);
    return command.run(commandRequest, account);
  }

  #noKey(key: string): Envelope {
    const { switches } = this.#services;
    if (key === '') return failure(switches, { title: 'No apikey', message: 'apikey required' });
    if (switches.get('wrongKey') === 'noAccess') return failure(switches, NO_ACCESS);
    return failure(switches, { title: 'Invalid apikey', message: 'The apikey is not valid for this address' });
  }
}
