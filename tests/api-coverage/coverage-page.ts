import { enteredFields } from './entered.ts';
import type { Shown } from './place.ts';
import { shownFields } from './shown.ts';
import { fieldsOf, records, specifiedCommands, type CommandName } from './specification.ts';

type Counted = { readonly all: number; readonly placed: number; readonly reasoned: number };
type Places = Readonly<Record<string, Shown | string>>;

const count = (fields: readonly string[], places: Places): Counted => ({
  all: fields.length,
  placed: fields.filter((field) => typeof places[field] === 'object').length,
  reasoned: fields.filter((field) => typeof places[field] === 'string').length,
});

const sum = (counts: readonly Counted[]): Counted => ({
  all: counts.reduce((total, { all }) => total + all, 0),
  placed: counts.reduce((total, { placed }) => total + placed, 0),
  reasoned: counts.reduce((total, { reasoned }) => total + reasoned, 0),
});

const textOf = ({ all, placed, reasoned }: Counted): string =>
  all === 0 ? '–' : `${placed} of ${all}${reasoned === 0 ? '' : ` (+${reasoned})`}`;

const requestOf = (name: CommandName): Counted =>
  count(fieldsOf(specifiedCommands[name].request), enteredFields[name] ?? {});

const responseOf = (name: CommandName): Counted =>
  sum(specifiedCommands[name].response.map((record) => count(fieldsOf(records[record]), shownFields[record] ?? {})));

const openFields = (fields: readonly string[], places: Places): string[] =>
  fields.filter((field) => places[field] === undefined);

function reasonLines(title: string, places: Places): string[] {
  const reasons = Object.entries(places).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (reasons.length === 0) return [];
  const byReason = Map.groupBy(reasons, ([, reason]) => reason);
  const lines = [...byReason].map(
    ([reason, fields]) => `- ${fields.map(([field]) => `\`${field}\``).join(', ')}: ${reason}`,
  );
  return [`**${title}**`, '', ...lines, ''];
}

function openLines(title: string, fields: readonly string[], places: Places): string[] {
  const open = openFields(fields, places);
  return open.length === 0 ? [] : [`- **${title}**: ${open.map((field) => `\`${field}\``).join(', ')}`];
}

/** docs/spec/coverage.md. `sent`: the commands that the desktop sends. */
export function coveragePage(sent: ReadonlySet<string>): string {
  const names = Object.keys(specifiedCommands).filter((name): name is CommandName => name in specifiedCommands);
  const rows = names.map(
    (name) =>
      `| \`${name}\` | ${sent.has(name) ? 'yes' : 'no'} | ${textOf(requestOf(name))} | ${textOf(responseOf(name))} |`,
  );
  const request = sum(names.map(requestOf));
  const response = sum(names.map(responseOf));
  const recordNames = Object.keys(records).filter((name): name is keyof typeof records => name in records);
  return [
    '# Coverage of the platform API',
    '',
    'Which members of the API a person can enter or read. Written by `npm run coverage` from the tables in',
    '`tests/api-coverage`. A member of an answer counts when `tests/e2e/gallery-coverage.spec.ts` finds its value under its',
    'own label. A member of a request counts when it has an input. Behind the plus: members that the program sets, or',
    'that have a place without a label of their own; the reasons are below.',
    '',
    `**${names.filter((name) => sent.has(name)).length} of ${names.length} commands, ${textOf(request)} request`,
    `members, ${textOf(response)} response members.** A record that is part of several answers counts in each.`,
    '',
    '| Command | Sent | Request | Response |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '## Reasons',
    '',
    ...recordNames.flatMap((name) => reasonLines(`Answer: ${name}`, shownFields[name] ?? {})),
    ...names.flatMap((name) => reasonLines(`Request: ${name}`, enteredFields[name] ?? {})),
    '## No place yet',
    '',
    ...recordNames.flatMap((name) => openLines(`Answer: ${name}`, fieldsOf(records[name]), shownFields[name] ?? {})),
    ...names.flatMap((name) =>
      openLines(`Request: ${name}`, fieldsOf(specifiedCommands[name].request), enteredFields[name] ?? {}),
    ),
    '',
  ].join('\n');
}
