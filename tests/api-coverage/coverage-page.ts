import { requestEntries } from './entered.ts';
import type { RequestEntry, ResponseEntry } from './place.ts';
import { responseEntries } from './shown.ts';
import { fieldsOf, records, specifiedCommands, type CommandName, type RecordName } from './specification.ts';

type Entry = RequestEntry | ResponseEntry;
type Kind = Entry['kind'];
/** A member of a request or of a response, with its entry in the tables of this folder. */
type Member = { readonly field: string; readonly entry: Entry | undefined };

const requestMembers = (name: CommandName): Member[] =>
  fieldsOf(specifiedCommands[name].request).map((field) => ({ field, entry: requestEntries[name]?.[field] }));

const recordMembers = (name: RecordName): Member[] =>
  fieldsOf(records[name]).map((field) => ({ field, entry: responseEntries[name]?.[field] }));

/** A record that is part of several answers counts in each. */
const responseMembers = (name: CommandName): Member[] => specifiedCommands[name].response.flatMap(recordMembers);

const count = (members: readonly Member[], kind: Kind): number =>
  members.filter(({ entry }) => entry?.kind === kind).length;

const commandNames = Object.keys(specifiedCommands).filter((name): name is CommandName => name in specifiedCommands);
const recordNames = Object.keys(records).filter((name): name is RecordName => name in records);

/** Members without an entry, by command or record. A test requires that there are none. */
export const membersWithoutEntry = (): string[] =>
  [
    ...commandNames.flatMap((name) => requestMembers(name).map((one) => ({ ...one, owner: name }))),
    ...recordNames.flatMap((name) => recordMembers(name).map((one) => ({ ...one, owner: name }))),
  ].flatMap(({ owner, field, entry }) => (entry === undefined ? [`${owner}: ${field}`] : []));

export type Totals = {
  readonly request: Readonly<Record<RequestEntry['kind'], number>> & { readonly all: number };
  readonly response: Readonly<Record<ResponseEntry['kind'], number>> & { readonly all: number };
};

export function totals(): Totals {
  const request = commandNames.flatMap(requestMembers);
  const response = commandNames.flatMap(responseMembers);
  return {
    request: {
      all: request.length,
      label: count(request, 'label'),
      set: count(request, 'set'),
      unused: count(request, 'unused'),
    },
    response: {
      all: response.length,
      label: count(response, 'label'),
      place: count(response, 'place'),
      used: count(response, 'used'),
      unused: count(response, 'unused'),
    },
  };
}

function rowOf(name: CommandName, sent: ReadonlySet<string>): string {
  const request = requestMembers(name);
  const response = responseMembers(name);
  const counts = [
    ...(['label', 'set', 'unused'] as const).map((kind) => count(request, kind)),
    ...(['label', 'place', 'used', 'unused'] as const).map((kind) => count(response, kind)),
  ];
  return `| \`${name}\` | ${sent.has(name) ? 'yes' : 'no'} | ${counts.map((one) => one || '–').join(' | ')} |`;
}

const textOf = (entry: Entry): string => {
  switch (entry.kind) {
    case 'label':
      return entry.label;
    case 'place':
      return entry.where;
    case 'used':
      return `${entry.how} (\`${entry.file.replace('src-main/core/', '')}\`)`;
    case 'set':
      return entry.how;
    case 'unused':
      return entry.reason;
  }
};

/** Lists the members of one kind. Members with the same text share a line. */
function linesOf(title: string, members: readonly Member[], kind: Kind): string[] {
  const entries = members.flatMap(({ field, entry }) => (entry?.kind === kind ? [{ field, text: textOf(entry) }] : []));
  if (entries.length === 0) return [];
  const lines = [...Map.groupBy(entries, ({ text }) => text)].map(
    ([text, fields]) => `- ${fields.map(({ field }) => `\`${field}\``).join(', ')}: ${text}`,
  );
  return [`**${title}**`, '', ...lines, ''];
}

const responseLines = (kind: ResponseEntry['kind']): string[] =>
  recordNames.flatMap((name) => linesOf(name, recordMembers(name), kind));

const requestLines = (kind: RequestEntry['kind']): string[] =>
  commandNames.flatMap((name) => linesOf(name, requestMembers(name), kind));

const orNone = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? ['None.', ''] : lines);

const introduction = [
  '# Coverage of the platform API',
  '',
  'What the program does with each member of the API. Written by `npm run coverage` from the tables in',
  '`tests/api-coverage`. The kinds of members, and the tests that check them:',
  '',
  '- **Label**: the member is on the screen under a label of its own. In a request, it has an input.',
  '  `tests/e2e/gallery-coverage.spec.ts` finds the value.',
  '- **Place**: the member is on the screen without a label of its own. The same test finds the value there.',
  '- **Used**: the program reads it and acts on it. `tests/unit/scripts/coverage-used.test.ts` alters it in a record, and',
  '  sees another effect. The file in parentheses is a file of `src-main/core`.',
  '- **Set**: the program fills it in. `tests/unit/scripts/coverage-sent.test.ts` finds it in a request that the program',
  '  builds, and finds no member that is listed as not sent.',
  '- **Unused** and **not sent**: with the reason.',
  '',
];

/** Returns the text of docs/spec/coverage.md. `sent` holds the commands that the program sends. */
export function coveragePage(sent: ReadonlySet<string>): string {
  const { request, response } = totals();
  const membersWithUse = response.label + response.place + response.used;
  return [
    ...introduction,
    `- **${commandNames.filter((name) => sent.has(name)).length} of ${commandNames.length} commands** are sent.`,
    `- **${request.label + request.set} of ${request.all} request members** are sent: ${request.label} with an input, ${request.set} set by the program.`,
    `- **${membersWithUse} of ${response.all} response members** have a use: ${response.label} under a label, ${response.place} at another place, ${response.used} used by the program.`,
    `- ${request.unused} request members are not sent, and ${response.unused} response members are unused.`,
    '',
    'A record that is part of several answers counts in each, even if the program shows it from only one of them. For',
    'example, trades are shown from the answer to `requestAllTrades_overview`, and the answer to `requestTrades` is only',
    'compared with them ([ADR 34](../adr/0034-request-trades.md)). The list in the answer to `setDesiredPositions` is',
    'compared with what was sent, and shown from the next reading.',
    '',
    '| Command | Sent | Input | Set | Not sent | Label | Place | Used | Unused |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...commandNames.map((name) => rowOf(name, sent)),
    '',
    '## Response members that are unused',
    '',
    ...responseLines('unused'),
    '## Request members that are not sent',
    '',
    ...orNone(requestLines('unused')),
    '## Response members at a place without a label',
    '',
    ...responseLines('place'),
    '## Response members that the program uses',
    '',
    ...responseLines('used'),
    '## Request members that the program sets',
    '',
    ...requestLines('set').slice(0, -1),
    '',
  ].join('\n');
}
