import { describe, expect, test } from 'vitest';
import { parseStartFlags, programArguments, withDataDir } from '#scripts/start-flags.mjs';
import { UserError } from '#scripts/user-error.mjs';

const resolve = (folder: string): string => `/from/${folder}`;

const refusal = (...args: string[]): UserError => {
  try {
    parseStartFlags(args);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('flags of npm start', () => {
  test('without flags no host is chosen and the program gets no argument', () => {
    const flags = parseStartFlags([]);
    expect(flags.host).toBeUndefined();
    expect(programArguments(flags, 'browser', resolve)).toEqual([]);
  });

  test('--name=value and --name value are passed on in the form the program reads', () => {
    const flags = parseStartFlags(['--host', 'browser', '--port=8080', '--profile', 'My world', '--no-open', '--json']);
    expect(flags.host).toBe('browser');
    expect(programArguments(flags, 'browser', resolve)).toEqual([
      '--port=8080',
      '--profile=My world',
      '--no-open',
      '--json',
    ]);
  });

  test('a relative data folder is resolved from the folder where the command was typed', () => {
    const flags = parseStartFlags(['--data-dir=here=there']);
    expect(programArguments(flags, 'browser', resolve)).toEqual(['--data-dir=/from/here=there']);
  });

  test('Electron does not get the flags of the browser host', () => {
    const flags = parseStartFlags(['--port=1', '--no-open', '--idle-minutes=3', '--practice-seed=7', '--json']);
    expect(programArguments(flags, 'electron', resolve)).toEqual(['--practice-seed=7', '--json']);
  });

  test.each([
    [['--bogus'], 'unknown flag "--bogus"'],
    [['--bogus=1'], 'unknown flag "--bogus"'],
    [['bogus'], 'unknown argument "bogus"'],
    [['--constructor=1'], 'unknown flag "--constructor"'],
    [['--port'], '--port needs a value'],
    [['--port='], '--port needs a value'],
    [['--port', '--json'], '--port needs a value'],
    [['--port=65536'], '--port must be a whole number from 0 to 65535, not "65536"'],
    [['--port=1e3'], '--port must be a whole number'],
    [['--host=chrome'], '--host must be electron or browser, not "chrome"'],
    [['--practice-clock=fast'], '--practice-clock must be real or manual'],
    [['--json=1'], '--json takes no value'],
    [['--json', '--json'], '--json is given twice'],
  ])('%j is refused with a message that names it', (args, message) => {
    const error = refusal(...args);
    expect(error.message).toContain(message);
    expect(error.exitCode).toBe(2);
  });
});

test('npm run practice resolves the data folder from where the command was typed, in both flag forms', () => {
  expect(withDataDir(['--data-dir=world', '--port=8080'], resolve)).toEqual(['--data-dir=/from/world', '--port=8080']);
  expect(withDataDir(['--seed', '7', '--data-dir', 'world'], resolve)).toEqual([
    '--seed',
    '7',
    '--data-dir',
    '/from/world',
  ]);
});
