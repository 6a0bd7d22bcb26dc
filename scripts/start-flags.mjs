// The flags of `npm start`, checked before anything is installed, built or opened, so that a typing
// error does not cost an install and a build. The program checks them again.
import { UserError } from './user-error.mjs';

/** @typedef {'electron' | 'browser'} Host */
/**
 * @typedef {{ host: Host | undefined, given: ReadonlyMap<string, string | undefined> }} StartFlags
 */

const USAGE =
  'usage: npm start -- [--host=electron|browser] [--port=N] [--data-dir=DIR] [--profile=NAME] [--no-open] [--json]\n' +
  '                    [--idle-minutes=N] [--practice-clock=real|manual] [--practice-seed=N]';

/** @param {string} message */
const refusal = (message) => new UserError(`${message}. Nothing was started.\n${USAGE}`, 2);

/** @param {...string} words */
const oneOf =
  (...words) =>
  (/** @type {string} */ value) =>
    words.includes(value) ? undefined : `must be ${words.join(' or ')}`;

/** @param {number} maximum */
const wholeNumber = (maximum) => (/** @type {string} */ value) =>
  /^\d{1,10}$/.test(value) && Number(value) <= maximum ? undefined : `must be a whole number from 0 to ${maximum}`;

const anything = () => undefined;

/**
 * The flags that need a value, each with its check. If the value is invalid, the check returns the
 * rest of an error sentence.
 * @type {Map<string, (value: string) => string | undefined>}
 */
const VALUE_CHECKS = new Map([
  ['--host', oneOf('electron', 'browser')],
  ['--port', wholeNumber(65_535)],
  ['--data-dir', anything],
  ['--profile', anything],
  ['--idle-minutes', wholeNumber(10_080)],
  ['--practice-clock', oneOf('real', 'manual')],
  ['--practice-seed', wholeNumber(4_294_967_295)],
]);

const SWITCHES = new Set(['--no-open', '--json']);

/** Flags without a meaning for Electron. */
const BROWSER_ONLY = new Set(['--port', '--idle-minutes', '--no-open']);

/**
 * One flag of the command line; `--name=value` and `--name value` mean the same.
 * @param {readonly string[]} args
 * @param {number} index
 * @returns {{ name: string, value: string | undefined, next: number }}
 */
function readFlag(args, index) {
  const arg = args[index] ?? '';
  const [name = '', ...rest] = arg.split('=');
  const inline = rest.length > 0 ? rest.join('=') : undefined;
  if (SWITCHES.has(name)) {
    if (inline !== undefined) throw refusal(`${name} takes no value`);
    return { name, value: undefined, next: index + 1 };
  }
  const check = VALUE_CHECKS.get(name);
  if (check === undefined) throw refusal(`unknown ${arg.startsWith('-') ? 'flag' : 'argument'} "${name}"`);
  const following = args[index + 1];
  const value = inline ?? (following?.startsWith('--') === true ? undefined : following);
  if (value === undefined || value === '') throw refusal(`${name} needs a value`);
  const problem = check(value);
  if (problem !== undefined) throw refusal(`${name} ${problem}, not "${value}"`);
  return { name, value, next: index + (inline === undefined ? 2 : 1) };
}

/**
 * @param {readonly string[]} args
 * @returns {StartFlags}
 */
export function parseStartFlags(args) {
  /** @type {Map<string, string | undefined>} */
  const given = new Map();
  for (let index = 0; index < args.length;) {
    const { name, value, next } = readFlag(args, index);
    if (given.has(name)) throw refusal(`${name} is given twice`);
    given.set(name, value);
    index = next;
  }
  const host = given.get('--host');
  given.delete('--host');
  return { host: host === 'electron' || host === 'browser' ? host : undefined, given };
}

/**
 * The flags in the form that the program reads.
 * @param {StartFlags} flags
 * @param {Host} host the chosen host
 * @param {(folder: string) => string} toFolder makes a relative folder absolute
 */
export function programArguments({ given }, host, toFolder) {
  return [...given]
    .filter(([name]) => host === 'browser' || !BROWSER_ONLY.has(name))
    .map(([name, value]) => {
      if (value === undefined) return name;
      return `${name}=${name === '--data-dir' ? toFolder(value) : value}`;
    });
}

/**
 * The flags of `npm run practice` with an absolute data folder.
 * @param {readonly string[]} args
 * @param {(folder: string) => string} toFolder makes a relative folder absolute
 */
export const withDataDir = (args, toFolder) =>
  args.map((arg, index) => {
    if (arg.startsWith('--data-dir=')) return `--data-dir=${toFolder(arg.slice('--data-dir='.length))}`;
    return args[index - 1] === '--data-dir' ? toFolder(arg) : arg;
  });
