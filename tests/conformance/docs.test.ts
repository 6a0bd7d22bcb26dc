import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECTIONS } from './sections.ts';
import { asMembers, TestService, type Members } from './service.ts';
import { shellWords } from './shell-words.ts';

const GUIDE = readFileSync(new URL('../../docs/practice.md', import.meta.url), 'utf8');

/**
 * An example. The comment after its command says what the answer must be, and which variables are
 * set to which members of the answer.
 */
type Example = {
  readonly command: string;
  readonly expectedAnswer: string;
  readonly newVariables: readonly (readonly [name: string, path: string])[];
};

const EXAMPLES: readonly Example[] = [...GUIDE.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block]) => (block ?? '').trim().split('\n'))
  .map((line) => {
    const [command = '', comment = ''] = line.split(/ # (?=[^#]*$)/);
    const [expectedAnswer = '', ...rest] = comment.split('; ');
    const newVariables = rest
      .map((one) => /^([A-Z]+) is (\S+)$/.exec(one))
      .map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const);
    return { command, expectedAnswer, newVariables };
  });

let service: TestService;
/** The shell variables of the examples. */
const variables = new Map<string, string>();
beforeAll(async () => {
  service = await TestService.start();
  const { baseUrl, control, world, platform } = service.ready;
  const given = {
    BASE: baseUrl,
    KEY: world.apikey,
    PERSON: world.personid,
    ID: world.systemids[0],
    PKEY: platform.apikey,
    PLATFORM: platform.platformid,
    MEMBER: platform.personids.at(-1),
    TOKEN: control.token,
  };
  for (const [name, value] of Object.entries(given)) variables.set(name, value ?? '');
});
afterAll(() => service.stop());

/** Sends what curl would send with these words. */
async function curl(words: readonly string[]): Promise<{ status: number; json: Members }> {
  const [program, ...rest] = words;
  expect(program).toBe('curl');
  const headers: Record<string, string> = {};
  let [url, method, body]: [string, string | undefined, string | undefined] = ['', undefined, undefined];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const value = rest[at + 1] ?? '';
    if (word === '-s') continue;
    if (word.startsWith('-')) at += 1;
    if (word === '-H') headers[value.split(': ')[0] ?? ''] = value.split(': ')[1] ?? '';
    else if (word === '-X') method = value;
    else if (word === '-d') body = value;
    else if (word.startsWith('-')) throw new Error(`the examples know no ${word}`);
    else url = word;
  }
  const response = await fetch(url, {
    headers,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, json: asMembers(JSON.parse(await response.text())) };
}

function valueAt(json: Members, path: string): string {
  let value: unknown = json;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string' || value === '') throw new Error(`the answer has no ${path}`);
  return value;
}

/** The examples run in order, because later examples use the results of earlier ones. */
describe('docs/practice.md: each example gets the documented answer', () => {
  it.each(EXAMPLES.map((example) => [example.command, example] as const))('%s', async (_command, example) => {
    const { status, json } = await curl(shellWords(example.command, variables));
    const { expectedAnswer } = example;
    if (/^\d+$/.test(expectedAnswer)) {
      expect(status, JSON.stringify(json)).toBe(Number(expectedAnswer));
      // An unknown control address gets the API's refusal with HTTP 200.
      if (status === 200) expect(json).not.toHaveProperty('error');
    } else {
      const [ok, title] = expectedAnswer.replace(/^ok /, '').split(': ');
      expect(['0', '1'], `every example says what it answers: ${expectedAnswer}`).toContain(ok);
      expect(String(json['ok']), JSON.stringify(json).slice(0, 500)).toBe(ok);
      expect(status).toBe(200);
      if (title !== undefined) expect(asMembers(json['error'])['title']).toBe(title);
    }
    for (const [name, path] of example.newVariables) variables.set(name, valueAt(json, path));
  });

  it('every command and every control has an example', () => {
    const text = EXAMPLES.map((example) => example.command).join('\n');
    const commands = SECTIONS.filter((section) => section.startsWith('Endpoints/')).map((section) => section.slice(10));
    expect(commands.filter((command) => !text.includes(`/${command}`))).toEqual([]);
    const controls = [...GUIDE.matchAll(/^\| `(?:GET|POST) (\/practice\/[a-z-]+)/gm)].map((match) => match[1] ?? '');
    expect(controls.length).toBeGreaterThan(6);
    expect(controls.filter((path) => !text.includes(path))).toEqual([]);
  });
});
