import {
  authenticate,
  mayAccess,
  NO_SYSTEM_ACCESS,
  subscribes,
  type Caller,
  type Credentials,
  type RequestContext,
} from './access.ts';
import type { Command, CommandRequest, Services, StrategyCommand } from './commands/command.ts';
import { COMMANDS } from './commands/table.ts';
import { failure, type Envelope } from './envelope.ts';
import { COMMAND_FIELDS } from './decode/command-fields.ts';
import { readTyped } from './decode/field-reader.ts';
import { readMembers, textOf, type Fields } from './decode/fields.ts';
import { fieldsRefused } from './commands/problems.ts';

export type ApiRequest = {
  readonly context: RequestContext;
  readonly command: string;
  readonly query: URLSearchParams;
  readonly body: string;
};

/**
 * The fields that name caller, strategy and person. If one of them is unreadable, the request is
 * refused before the command runs. This applies also to commands that refuse unreadable fields
 * themselves (`collects`).
 */
const CHECKED_FIRST: ReadonlySet<string> = new Set(['apikey', 'platformid', 'systemid', 'personid']);

/**
 * Turns a request into its envelope: finds the command, reads the fields, authenticates the caller,
 * checks the access to the strategy, and runs the command.
 */
export class Dispatcher {
  readonly #services: Services;
  readonly #credentials: Credentials;

  constructor(services: Services, credentials: Credentials) {
    this.#services = services;
    this.#credentials = credentials;
  }

  answer(request: ApiRequest): Envelope {
    const started = performance.now();
    const { switches, store } = this.#services;
    const command = COMMANDS.get(request.command);
    const table = COMMAND_FIELDS.get(request.command);
    if (!command || !table) {
      const message = 'Please refer to the API docs for the list of commands';
      return failure(switches, { title: 'Unknown API command', message });
    }
    const parsed = readMembers(request.query, request.body);
    if (!parsed.ok) return failure(switches, { title: 'Malformed request', message: parsed.reason });
    const { fields, problems } = readTyped(parsed.members, table.fields);
    const refused = [...problems.keys()].filter((name) => !table.collects || CHECKED_FIRST.has(name));
    if (refused.length > 0) return fieldsRefused(switches, problems, refused);
    const caller = authenticate(request.context, textOf(fields, 'apikey'), this.#credentials, store);
    if (!caller) return this.#refuseKey(textOf(fields, 'apikey'));
    const contextRefusal = this.#contextRefusal(command, caller, fields, request.command);
    if (contextRefusal) return contextRefusal;
    const commandRequest = { ...this.#services, caller, fields, problems, elapsed: () => performance.now() - started };
    if (command.scope === 'strategy' || command.scope === 'subscriber')
      return this.#runForStrategy(command, commandRequest);
    return command.run(commandRequest);
  }

  #runForStrategy(command: StrategyCommand, request: CommandRequest): Envelope {
    const { switches, engine, store } = this.#services;
    const systemId = textOf(request.fields, 'systemid');
    if (systemId === '') return failure(switches, { title: 'No systemid', message: 'systemid required' });
    const account = engine.account(systemId);
    if (!account) return failure(switches, NO_SYSTEM_ACCESS);
    const allowed =
      mayAccess(request.caller, account) ||
      (command.scope === 'subscriber' && subscribes(request.caller, account, store));
    return allowed ? command.run(request, account) : failure(switches, NO_SYSTEM_ACCESS);
  }

  /** Refuses a command of the other context, and a `platformid` that differs from the path's. */
  #contextRefusal(command: Command, caller: Caller, fields: Fields, name: string): Envelope | undefined {
    const { switches } = this.#services;
    if (command.scope === 'platform' && caller.context === 'world') {
      const message = `${name} belongs to the private platform context`;
      return failure(switches, { title: 'Not a world command', message });
    }
    if (command.scope === 'world' && caller.context === 'platform') {
      const message = `${name} belongs to the world context`;
      return failure(switches, { title: 'Not a platform command', message });
    }
    const named = textOf(fields, 'platformid');
    if (caller.platformId === null || named === '' || named === caller.platformId) return undefined;
    return failure(switches, { title: 'Invalid platformid', message: 'platformid is not the one of the address' });
  }

  #refuseKey(key: string): Envelope {
    const { switches } = this.#services;
    if (key === '') return failure(switches, { title: 'No apikey', message: 'apikey required' });
    if (switches.get('wrongKey') === 'noAccess') return failure(switches, NO_SYSTEM_ACCESS);
    return failure(switches, { title: 'Invalid apikey', message: 'The apikey is not valid for this address' });
  }
}
