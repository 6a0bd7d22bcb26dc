import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coveragePage, membersWithoutEntry } from '#tests/api-coverage/coverage-page.ts';
import { sentCommands } from '#tests/api-coverage/sent-commands.ts';
import { requestEntries } from '#tests/api-coverage/entered.ts';
import { responseEntries } from '#tests/api-coverage/shown.ts';
import { fieldsOf, records, specifiedCommands } from '#tests/api-coverage/specification.ts';

const text = (name: string): string => readFileSync(new URL(`../../../docs/spec/${name}`, import.meta.url), 'utf8');

describe('docs/spec/coverage.md', () => {
  it('equals what npm run coverage writes from the tables', () => {
    expect(text('coverage.md')).toBe(coveragePage(sentCommands()));
  });

  it('counts only members and commands of the specification', () => {
    const specification = text('platform-api.md');
    const names = [...Object.keys(specifiedCommands), ...Object.values(records).flatMap(fieldsOf)];
    const requestMembers = Object.values(specifiedCommands).flatMap(({ request }) => fieldsOf(request));
    const missing = [...names, ...requestMembers].filter((name) => !new RegExp(`\\b${name}\\b`).test(specification));
    expect(missing).toEqual([]);
    expect(Object.keys(specifiedCommands)).toHaveLength(29);
    expect(requestMembers).toHaveLength(139);
  });

  it('has an entry for each member', () => {
    expect(membersWithoutEntry()).toEqual([]);
  });

  it('has an entry only for members of the record or the request', () => {
    const unknown = [
      ...Object.entries(responseEntries).flatMap(([name, places]) => {
        const fields = new Set(
          Object.entries(records).flatMap(([recordName, joinedNames]) =>
            recordName === name ? fieldsOf(joinedNames) : [],
          ),
        );
        return Object.keys(places).filter((field) => !fields.has(field));
      }),
      ...Object.entries(requestEntries).flatMap(([name, places]) => {
        const request = Object.entries(specifiedCommands).find(([command]) => command === name)?.[1].request ?? '';
        return Object.keys(places).filter((field) => !fieldsOf(request).includes(field));
      }),
    ];
    // changeAutoTrade does not have this member. It shares its table with startAutoTrade.
    expect(unknown).toEqual(['join_trades_in_progress']);
  });
});
