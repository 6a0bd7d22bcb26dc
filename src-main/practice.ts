import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onStopSignal } from '#hosts/desktop/stop-signals.ts';
import { startPractice, type PracticeOptions, type PracticeReady } from '#practice/service.ts';

/**
 * The stand-alone practice service:
 * `npm run practice -- --port=N --seed=N --data-dir=DIR --clock=real|manual --hours=always|market
 * --speed=N --symbols=any|listed --json`.
 */

const BAD_FLAGS = 2;
const NOT_STARTED = 1;
const MAX_PORT = 65_535;
const MAX_SPEED = 3600;

class FlagError extends Error {}

type Flags = { readonly options: PracticeOptions; readonly json: boolean };

function readFlags(args: readonly string[]): Flags {
  const values = parse(args);
  const dataDir = values['data-dir'] ?? join(homedir(), '.stratdesk-practice');
  if (dataDir === '') throw new FlagError('--data-dir must name a folder');
  const clock = oneOf('--clock', values.clock ?? 'real', ['real', 'manual'] as const);
  const speed = wholeNumber('--speed', values.speed ?? '1', MAX_SPEED, 1);
  if (clock === 'manual' && speed !== 1)
    throw new FlagError('--speed applies to the real clock only; move a manual clock with POST /practice/clock');
  const options = {
    dataDir,
    port: wholeNumber('--port', values.port ?? '0', MAX_PORT),
    seed: wholeNumber('--seed', values.seed ?? '1', Number.MAX_SAFE_INTEGER),
    clock,
    symbols: oneOf('--symbols', values.symbols ?? 'any', ['any', 'listed'] as const),
    hours: oneOf('--hours', values.hours ?? 'always', ['always', 'market'] as const),
    speed,
  };
  return { options, json: values.json ?? false };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    port: text,
    seed: text,
    'data-dir': text,
    clock: text,
    hours: text,
    speed: text,
    symbols: text,
    json: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(flag: string, text: string, max: number, min = 0): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new FlagError(`${flag} must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
}

function oneOf<T extends string>(flag: string, text: string, known: readonly T[]): T {
  const found = known.find((value) => value === text);
  if (found === undefined) throw new FlagError(`${flag} must be ${known.join(' or ')}, not "${text}"`);
  return found;
}

function describe(ready: PracticeReady): string {
  const lines = [
    `Practice service on ${ready.baseUrl}`,
    `  world:    ${ready.baseUrl}/world/apiv3/<command>  apikey ${ready.world.apikey}`,
    `  platform: ${ready.baseUrl}/platform/apiv3/${ready.platform.platformid}/<command>  apikey ${ready.platform.apikey}`,
    `  strategies: ${ready.world.systemids.join(', ')}`,
    `  control token: ${ready.control.token}`,
  ];
  return lines.join('\n');
}

async function main(): Promise<void> {
  const { options, json } = readFlags(process.argv.slice(2));
  const service = await startPractice(options);
  process.stdout.write(`${json ? JSON.stringify(service.ready) : describe(service.ready)}\n`);
  const stop = (): void => void service.close().then(() => process.exit(0));
  onStopSignal(stop, () => process.exit(130));
}

try {
  await main();
} catch (error) {
  process.stderr.write(`practice: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof FlagError ? BAD_FLAGS : NOT_STARTED;
}
