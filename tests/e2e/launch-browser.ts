import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, type Page } from '@playwright/test';
import { nodeEnvironment, nodeFlags } from '#scripts/project.mjs';
import { inRepository } from './hosts.ts';
import type { Launch, Running } from './launch.ts';

/** The browser host, as `npm start -- --host=browser --no-open --json` runs it. */
export async function launchInBrowser({ browser, args, env }: Launch): Promise<Running> {
  const command = [...nodeFlags, inRepository('out/main/browser.js'), '--no-open', '--json', ...args];
  const program = spawn(process.execPath, command, {
    env: { ...process.env, ...nodeEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { url, stderrTexts } = await readyUrl(program);
  let isEnding = false;
  program.on('exit', (code) => {
    if (!isEnding) console.error(`the program ended by itself (${code}): ${stderrTexts.join('')}`);
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isEnding = true;
    const exited = program.exitCode === null && program.signalCode === null ? once(program, 'exit') : null;
    program.kill(signal);
    await exited;
    await context.close();
  };
  const openWindow = async (): Promise<Page> => {
    program.kill('SIGUSR2');
    const address = (): string | undefined => /another window: (\S+)/.exec(stderrTexts.join(''))?.[1];
    await expect.poll(address).toBeDefined();
    const other = await context.newPage();
    await other.goto(address() ?? '');
    return other;
  };
  return { page, openWindow, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

async function readyUrl(program: ChildProcess): Promise<{ url: string; stderrTexts: readonly string[] }> {
  if (!program.stdout || !program.stderr) throw new Error('the program has no output');
  const stderrTexts: string[] = [];
  program.stderr.on('data', (text: Buffer) => stderrTexts.push(String(text)));
  const lines = createInterface({ input: program.stdout });
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(program, 'exit').then(() => null),
  ]);
  if (first === null) throw new Error(`the program ended before it was ready: ${stderrTexts.join('')}`);
  const { host, url } = JSON.parse(first) as { host: string; url: string };
  if (host !== 'browser') throw new Error(`asked for the browser host, got ${host}`);
  return { url, stderrTexts };
}
