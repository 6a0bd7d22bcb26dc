// The flags of `npm start`, read before anything is installed, built or opened.
import { UserError } from './user-error.mjs';

/**
 * @typedef {object} StartFlags
 * @property {'electron' | 'browser' | undefined} host undefined: Electron where it can run, otherwise the browser host
 * @property {number | undefined} port of the browser host
 * @property {string | undefined} dataDir
 * @property {string | undefined} profile
 * @property {boolean} open
 * @property {boolean} json
 */

/** @param {string} message */
const refuse = (message) => {
  throw new UserError(`${message}. Nothing was started.\n${USAGE}`, 2);
};

const USAGE =
  'usage: npm start -- [--host=electron|browser] [--port=N] [--data-dir=DIR] [--profile=NAME] [--no-open] [--json]';

/** @type {Record<string, (flags: StartFlags, value: string) => void>} */
const VALUED = {
  '--host': (flags, value) => {
    if (value !== 'electron' && value !== 'browser') refuse(`--host is electron or browser, not "${value}"`);
    else flags.host = value;
  },
  '--port': (flags, value) => {
    const port = Number(value);
    if (!/^\d{1,5}$/.test(value) || port > 65_535) refuse(`--port is a number from 0 to 65535, not "${value}"`);
    flags.port = port;
  },
  '--data-dir': (flags, value) => {
    flags.dataDir = value;
  },
  '--profile': (flags, value) => {
    flags.profile = value;
  },
};

/** @type {Record<string, (flags: StartFlags) => void>} */
const SWITCHES = {
  '--no-open': (flags) => {
    flags.open = false;
  },
  '--json': (flags) => {
    flags.json = true;
  },
};

/**
 * `--name=value` and `--name value` mean the same.
 * @param {readonly string[]} args
 * @returns {StartFlags}
 */
export function parseStartFlags(args) {
  /** @type {StartFlags} */
  const flags = { host: undefined, port: undefined, dataDir: undefined, profile: undefined, open: true, json: false };
  const seen = new Set();
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const equals = arg.indexOf('=');
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const setSwitch = SWITCHES[name];
    const setValue = VALUED[name];
    if (seen.has(name)) refuse(`${name} is given twice`);
    seen.add(name);
    if (setSwitch !== undefined) {
      if (equals >= 0) refuse(`${name} takes no value`);
      setSwitch(flags);
    } else if (setValue !== undefined) {
      const value = equals < 0 ? args[(index += 1)] : arg.slice(equals + 1);
      if (value === undefined || value === '' || (equals < 0 && value.startsWith('--')))
        refuse(`${name} needs a value`);
      setValue(flags, value ?? '');
    } else refuse(`unknown ${arg.startsWith('-') ? 'flag' : 'argument'} "${name}"`);
  }
  if (flags.host === 'electron' && flags.port !== undefined) refuse('--port belongs to the browser host');
  return flags;
}

/**
 * The flags the program itself reads, in the form it is given them.
 * @param {StartFlags} flags
 */
export function programArguments(flags) {
  return [
    ...(flags.port === undefined ? [] : [`--port=${flags.port}`]),
    ...(flags.dataDir === undefined ? [] : [`--data-dir=${flags.dataDir}`]),
    ...(flags.profile === undefined ? [] : [`--profile=${flags.profile}`]),
    ...(flags.open ? [] : ['--no-open']),
    ...(flags.json ? ['--json'] : []),
  ];
}
