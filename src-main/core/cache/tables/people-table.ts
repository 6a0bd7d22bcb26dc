import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { Compile } from 'typebox/compile';
import { Person, PersonRow, type ParsedPerson } from '#contract/model/person.ts';
import { flag, text } from '#core/sqlite/row.ts';
import { unlistMissing } from './listed-records.ts';
import { personRow } from './person-row.ts';
import { upsert } from './upsert.ts';

const isPerson = Compile(Person);
const isRow = Compile(PersonRow);

/**
 * Writes the people of a platform. Each row has a summary for the list, because reading ten
 * thousand whole records would block orders. Returns how many are new, different, or no longer
 * listed.
 */
export const writePeople = (db: DatabaseSync, people: readonly ParsedPerson[], isWhole: boolean): number => {
  const columns = ['place', 'listed', 'record', 'summary'];
  const write = upsert(db, { table: 'people', keys: ['system_id', 'item_id'], columns });
  let changed = 0;
  for (const [place, person] of people.entries()) {
    const summary = JSON.stringify(personRow(person));
    if (write(['', person.personId, place, 1, JSON.stringify(person), summary])) changed += 1;
  }
  const listedIds = people.map(({ personId }) => personId);
  return isWhole ? changed + unlistMissing(db, 'people', '', listedIds) : changed;
};

/** In the order of the last answer; people who are not in it come last. */
export const readPersonRows = (db: DatabaseSync): PersonRow[] =>
  db
    .prepare('SELECT listed, summary FROM people ORDER BY listed DESC, place, item_id')
    .all()
    .flatMap((row) => {
      const found = recordOf(row, 'summary');
      return isRow.Check(found) ? [found] : [];
    });

export const readPeople = (db: DatabaseSync): Person[] =>
  db
    .prepare('SELECT listed, record FROM people ORDER BY listed DESC, place, item_id')
    .all()
    .flatMap((row) => personOf(row) ?? []);

export const readPerson = (db: DatabaseSync, personId: string): Person | null => {
  const row = db.prepare('SELECT listed, record FROM people WHERE item_id = ?').get(personId);
  return row === undefined ? null : personOf(row);
};

const personOf = (row: Record<string, SQLOutputValue>): Person | null => {
  const found = recordOf(row, 'record');
  return isPerson.Check(found) ? found : null;
};

const recordOf = (row: Record<string, SQLOutputValue>, column: string): unknown => {
  const record: unknown = JSON.parse(text(row, column));
  return typeof record === 'object' ? { ...record, listed: flag(row, 'listed') } : null;
};
