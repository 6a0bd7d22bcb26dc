import { exitCodes, UserError } from './user-error.ts';

/** The flags of both desktop programs. */
export type Flags = {
  /** Undefined: the default folder of the operating system. */
  readonly dataDir: string | undefined;
  /** The name or id of the profile to open at start instead of the last one. */
  readonly profile: string | undefined;
  readonly json: boolean;
  /** For tests: a manual practice clock moves only on request. */
  readonly practiceClock: 'real' | 'manual';
  /** Seed of a practice world that does not exist yet. */
  readonly practiceSeed: number | undefined;
  /** Browser host only. 0 uses any free port. */
  readonly port: number;
  /** Whether the browser host opens the page in the default browser at start. */
  readonly opensBrowser: boolean;
  /** Minutes after the last page was closed until the browser host ends; 0 is never. */
  readonly idleMinutes: number;
};

type MutableFlags = { -readonly [Name in keyof Flags]: Flags[Name] };
type Reader = (flags: MutableFlags, value: string, flag: string) => void;

const refuse = (message: string): never => {
  throw new UserError(`${message}. Nothing was started.`, exitCodes.badFlag);
};

function integer(value: string, flag: string, maximum: number): number {
  const number = Number(value);
  if (!/^\d{1,10}$/.test(value) || number > maximum) {
    return refuse(`${flag} must be a whole number from 0 to ${maximum}, not "${value}"`);
  }
  return number;
}

const valueReaders: Record<string, Reader> = {
  '--data-dir': (flags, value) => void (flags.dataDir = value),
  '--profile': (flags, value) => void (flags.profile = value),
  '--practice-clock': (flags, value, flag) => {
    flags.practiceClock = value === 'real' || value === 'manual' ? value : refuse(`${flag} must be real or manual`);
  },
  '--practice-seed': (flags, value, flag) => void (flags.practiceSeed = integer(value, flag, 4_294_967_295)),
};

const browserReaders: Record<string, Reader> = {
  '--port': (flags, value, flag) => void (flags.port = integer(value, flag, 65_535)),
  '--idle-minutes': (flags, value, flag) => void (flags.idleMinutes = integer(value, flag, 10_080)),
};

/**
 * Reads the program's own arguments (without executable and script). The Electron host ignores
 * unknown arguments, because they may be switches of Chromium or the debugger. The browser host
 * refuses them.
 */
export function parseFlags(args: readonly string[], host: 'electron' | 'browser'): Flags {
  const flags: MutableFlags = {
    dataDir: undefined,
    profile: undefined,
    json: false,
    practiceClock: 'real',
    practiceSeed: undefined,
    port: 0,
    opensBrowser: true,
    idleMinutes: 10,
  };
  const readers = host === 'browser' ? { ...valueReaders, ...browserReaders } : valueReaders;
  for (const arg of args) {
    const [flag = '', ...rest] = arg.split('=');
    const value = rest.join('=');
    const reader = Object.hasOwn(readers, flag) ? readers[flag] : undefined;
    if (reader !== undefined && value !== '') reader(flags, value, flag);
    else if (reader !== undefined) refuse(`${flag} needs a value: ${flag}=…`);
    else if (arg === '--json') flags.json = true;
    else if (arg === '--no-open') flags.opensBrowser = false;
    else if (host === 'browser') refuse(`unknown flag "${flag}"`);
  }
  return flags;
}
