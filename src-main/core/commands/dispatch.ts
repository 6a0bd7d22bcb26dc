import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { commands, type CommandName, type CommandOutcome } from '#contract/commands.ts';
import type { Message } from '#contract/message.ts';
import { failed } from '#contract/outcome.ts';
import type { Log, Random } from '#core/ports.ts';
import { NoConnection } from '#core/session/sessions.ts';
import type { CommandTable, Handler } from './command-table.ts';
import { YieldPerTask } from './yield-per-task.ts';

type Check = (input: unknown) => { readonly field: string; readonly problem: string } | null;

export type Dispatch = (name: string, input: unknown) => Promise<CommandOutcome<CommandName>>;

/**
 * The only entry to the table, the same for every host. The name must be in the contract and the
 * input must fit its schema. A bug is logged once under an id, and only this id is returned.
 * Neither refusals nor the log repeat an input value: one of the inputs is a key. `refusalOf` says
 * why a command is not carried out now, whatever its input.
 */
export function createDispatch(
  table: CommandTable,
  log: Log,
  random: Random,
  refusalOf: (name: CommandName) => Message | null = () => null,
): Dispatch {
  const checks = new Map<CommandName, Check>();
  const tasks = new YieldPerTask();
  return async (name, input) => {
    if (!isCommand(name)) return failed('invalid-input', { code: 'command.unknown' });
    const reason = refusalOf(name);
    if (reason !== null) return failed('read-only', reason);
    let check = checks.get(name);
    if (!check) checks.set(name, (check = compileCheck(commands[name].input)));
    const fault = check(input);
    if (fault) return failed('invalid-input', { code: 'command.bad-input', ...fault }, { field: fault.field });
    if (yieldingCommands.has(name)) await tasks.yieldTask();
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just proved that the input is this command's
      return await (table[name] as Handler<CommandName>)(input as never);
    } catch (bug) {
      if (bug instanceof NoConnection) return failed(bug.code, bug.text);
      return internalFailure(name, bug, log, random);
    }
  };
}

function internalFailure(name: CommandName, bug: unknown, log: Log, random: Random): CommandOutcome<CommandName> {
  const id = random.uuid().slice(0, 8);
  const stack = bug instanceof Error ? (bug.stack ?? bug.message) : 'thrown value';
  log.error('command.bug', { id, command: name, stack });
  return failed('internal', { code: 'command.bug', id }, { id });
}

/**
 * The commands that a window sends automatically after every change. Each waits for a turn of the
 * event loop, because serializing thousands of rows, or writing a file, takes longer than sending
 * an order.
 */
const yieldingCommands: ReadonlySet<CommandName> = new Set<CommandName>([
  'signals.list',
  'positions.list',
  'positions.point-values',
  'orders.staged',
  'trades.query',
  'preferences.set',
]);

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** The check names the invalid member and the problem, in the words of the schema, but no value. */
function compileCheck(schema: TSchema): Check {
  const validator = Compile(schema);
  return (input) => {
    if (validator.Check(input)) return null;
    const [first] = validator.Errors(input);
    const field = (first?.instancePath ?? '').slice(1).replaceAll('/', '.');
    return { field, problem: first?.message ?? '' };
  };
}
