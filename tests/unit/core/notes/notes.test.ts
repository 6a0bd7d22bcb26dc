import { words } from '#renderer/messages/words.ts';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { NoteContent, NoteSubject } from '#contract/model/note.ts';
import { NotesDesk } from '#core/notes/notes-desk.ts';
import type { Notes } from '#core/notes/notes.ts';
import { countPictures } from '#core/notes/count-pictures.ts';
import { openNotes } from '#core/notes/open-notes.ts';

const clock = { now: () => now };
let now: number;
let folder: string;
let path: string;
let openedNotes: Notes[];

beforeEach(() => {
  now = 1_772_461_805_000;
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-notes-'));
  path = join(folder, 'notes.db');
  openedNotes = [];
});
afterEach(() => {
  for (const notes of openedNotes) notes.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(): { notes: Notes; desk: NotesDesk; titles: string[]; texts: unknown[] } {
  const { notes, notices } = openNotes(path, clock);
  openedNotes.push(notes);
  return {
    notes,
    desk: new NotesDesk(
      notes,
      () => [],
      () => undefined,
    ),
    titles: notices.map(({ title }) => words(title)),
    texts: notices.map(({ text }) => text),
  };
}
const stop = (): void => {
  for (const notes of openedNotes.splice(0)) notes.close();
};

const content = (changes: Partial<NoteContent> = {}): NoteContent => ({
  text: '',
  tags: [],
  rating: null,
  setup: '',
  images: [],
  ...changes,
});
const trade = (tradeId: string): NoteSubject => ({ kind: 'trade', tradeId });
const save = (desk: NotesDesk, tradeId: string, changes: Partial<NoteContent>, version = 0) =>
  desk.save({ systemId: '7', subject: trade(tradeId), version, content: content(changes) });

const png = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(bytes, 7)]);
const imageId = '11111111-1111-4111-8111-111111111111';

/**
 * Sends a picture in parts like the window does, until a part is refused. Returns the last outcome.
 */
function attach(desk: NotesDesk, id: string, bytes: Buffer) {
  const parts = Math.ceil(bytes.length / limits.noteImagePart);
  for (let part = 0; ; part++) {
    const data = bytes.subarray(part * limits.noteImagePart, (part + 1) * limits.noteImagePart).toString('base64');
    const outcome = desk.attach({ imageId: id, part, last: part === parts - 1, data });
    if (!outcome.ok || part === parts - 1) return outcome;
  }
}

describe('notes', () => {
  it('remain stored when the program ends without closing their file', () => {
    const { desk } = start();
    save(desk, '31', { text: 'Chased it', tags: ['late', 'news'], rating: 2, setup: 'Breakout' });
    desk.save({
      systemId: '7',
      subject: { kind: 'day', day: '2026-03-02' },
      version: 0,
      content: content({ text: 'Slow' }),
    });
    const reopened = start().desk;
    expect(reopened.list({ systemId: '7' })).toMatchObject({
      value: {
        marks: [{ tradeId: '31', tags: ['late', 'news'], rating: 2, setup: 'Breakout', start: 'Chased it' }],
        days: ['2026-03-02'],
        problem: null,
      },
    });
    expect(reopened.list({ systemId: '8' })).toMatchObject({ value: { marks: [], days: [] } });
  });

  it('based on an older version are refused, and the stored note remains', () => {
    const { desk } = start();
    expect(save(desk, '31', { text: 'one' })).toMatchObject({ ok: true, value: { version: 1 } });
    expect(save(desk, '31', { text: 'two' }, 1)).toMatchObject({ ok: true, value: { version: 2 } });
    expect(save(desk, '31', { text: 'late' }, 1)).toMatchObject({ ok: false, failure: { code: 'changed' } });
    expect(desk.get({ systemId: '7', subject: trade('31') })).toMatchObject({
      value: { note: { content: { text: 'two' } } },
    });
  });

  it('without content are no longer marked, and tags are counted over all strategies', () => {
    const { desk } = start();
    save(desk, '31', { tags: ['late', 'news'], setup: 'Gap' });
    save(desk, '32', { tags: ['late'] });
    desk.save({ systemId: '8', subject: trade('41'), version: 0, content: content({ tags: ['late'] }) });
    save(desk, '33', { tags: ['gone'] });
    save(desk, '33', {}, 1);
    expect(desk.tags()).toEqual({
      ok: true,
      value: {
        tags: [
          { name: 'late', count: 3 },
          { name: 'news', count: 1 },
        ],
        setups: [{ name: 'Gap', count: 1 }],
      },
    });
    expect(desk.list({ systemId: '7' })).toMatchObject({ value: { marks: [{ tradeId: '31' }, { tradeId: '32' }] } });
  });

  it('are found if they contain every word, in upper or lower case, newest first', () => {
    const { desk } = start();
    save(desk, '31', { text: 'Zu früh VERKAUFT, wie immer' });
    now += 60_000;
    save(desk, '32', { text: 'früh drin', tags: ['verkauft'] });
    save(desk, '33', { text: 'nichts' });
    const found = desk.search({ systemId: '7', text: 'FRÜH verkauft' });
    expect(found).toMatchObject({ value: { total: 2, hits: [{ id: '32' }, { id: '31', title: 'Trade 31' }] } });
    expect(desk.search({ systemId: '8', text: 'früh' })).toMatchObject({ value: { total: 0 } });
  });
});

describe('pictures', () => {
  it('of several parts are read back byte for byte, and a note can name them', () => {
    const { desk } = start();
    const bytes = png(900_000);
    expect(attach(desk, imageId, bytes)).toMatchObject({
      ok: true,
      value: { image: { type: 'image/png', bytes: bytes.length } },
    });
    const image = { imageId, name: 'chart.png', type: 'image/png', bytes: bytes.length } as const;
    expect(save(desk, '31', { images: [image] })).toMatchObject({ ok: true });
    stop();
    const reopened = start().desk;
    const parts = [0, 1, 2].map((part) => reopened.image({ imageId, part }));
    const read = parts.map((part) => (part.ok ? Buffer.from(part.value.data, 'base64') : Buffer.alloc(0)));
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
    expect(reopened.image({ imageId, part: 3 })).toMatchObject({ failure: { code: 'unknown-image' } });
  });

  it('are recognized by their bytes, limited in size, and stored whole or not at all', () => {
    const { desk } = start();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    expect(attach(desk, imageId, svg)).toMatchObject({ failure: { code: 'not-an-image' } });
    expect(attach(desk, imageId, png(limits.noteImageBytes))).toMatchObject({ failure: { code: 'too-large' } });
    const part = { imageId, last: false, data: png(100).toString('base64') };
    expect(desk.attach({ ...part, part: 0 })).toMatchObject({ value: { image: null } });
    expect(desk.attach({ ...part, part: 2 })).toMatchObject({ failure: { code: 'out-of-order' } });
    const image = { imageId, name: 'x', type: 'image/png', bytes: 108 } as const;
    expect(save(desk, '31', { images: [image] })).toMatchObject({ failure: { code: 'unknown-image' } });
    stop();
    start();
    stop();
    const database = new DatabaseSync(path);
    expect(database.prepare('SELECT count(*) AS n FROM image_parts').get()).toMatchObject({ n: 0 });
    database.close();
  });

  it('that are stored already are not stored again, and the answer says so', () => {
    const { desk } = start();
    const bytes = png(100);
    attach(desk, imageId, bytes);
    const data = bytes.toString('base64');
    for (const [part, last] of [
      [0, true],
      [0, false],
      [1, true],
    ] as const)
      expect(desk.attach({ imageId, part, last, data })).toMatchObject({
        failure: { code: 'out-of-order', message: { code: 'picture.stored-already' } },
      });
    expect(desk.image({ imageId, part: 0 })).toMatchObject({ value: { parts: 1, data } });
  });

  it('altered on disk are not shown, and those that no note names are deleted after a month', () => {
    const { desk } = start();
    attach(desk, imageId, png(100));
    stop();
    const database = new DatabaseSync(path);
    database.prepare('UPDATE image_parts SET bytes = ?').run(png(101));
    database.close();
    const reopened = start().desk;
    expect(reopened.image({ imageId, part: 0 })).toMatchObject({ failure: { code: 'damaged' } });
    stop();
    now += 31 * 24 * 60 * 60 * 1000;
    expect(start().desk.image({ imageId, part: 0 })).toMatchObject({ failure: { code: 'unknown-image' } });
  });
});

it('a picture is kept for a month after a note stopped naming it', () => {
  const month = 31 * 24 * 60 * 60 * 1000;
  const image = { imageId, name: 'chart.png', type: 'image/png', bytes: 108 } as const;
  const { desk } = start();
  attach(desk, imageId, png(100));
  save(desk, '31', { images: [image] });
  now += month;
  save(desk, '31', { text: 'without it' }, 1);
  stop();
  const reopened = start().desk;
  expect(reopened.image({ imageId, part: 0 })).toMatchObject({ ok: true });
  expect(save(reopened, '31', { images: [image] }, 2)).toMatchObject({ ok: true });
  save(reopened, '31', {}, 3);
  stop();
  now += month;
  expect(start().desk.image({ imageId, part: 0 })).toMatchObject({ failure: { code: 'unknown-image' } });
});

it('a refused part of a picture is no change of the notes', () => {
  const { notes, desk } = start();
  const before = notes.revision();
  const part = { imageId, part: 1, last: true, data: Buffer.from(png(100)).toString('base64') };
  expect(desk.attach(part)).toMatchObject({ ok: false, failure: { code: 'out-of-order' } });
  expect(notes.revision()).toBe(before);
});

it('no part of a note is stored if the removal of its picture cannot be written', () => {
  const image = { imageId, name: 'chart.png', type: 'image/png', bytes: 108 } as const;
  const { desk } = start();
  attach(desk, imageId, png(100));
  save(desk, '31', { text: 'first', images: [image] });
  const database = new DatabaseSync(path);
  database.exec(`CREATE TRIGGER failing BEFORE UPDATE ON images BEGIN SELECT RAISE(ABORT, 'I/O error'); END`);
  database.close();
  expect(() => save(desk, '31', { text: 'second' }, 1)).toThrow('I/O error');
  stop();
  expect(start().notes.get('7', trade('31'))).toMatchObject({ version: 1, content: { text: 'first' } });
});

/** Overwrites the first page of a table. */
function damageTable(name: string): void {
  const database = new DatabaseSync(path);
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name) ?? {};
  const { page_size: size } = database.prepare('PRAGMA page_size').get() ?? {};
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(Number(size), 0xff), 0, Number(size), (Number(rootpage) - 1) * Number(size));
  closeSync(file);
}

describe('a file of notes', () => {
  it('with an altered note is repaired, and the damaged file is kept under another name', () => {
    const { desk } = start();
    for (const id of ['31', '32', '33']) save(desk, id, { text: `note ${id}` });
    stop();
    const database = new DatabaseSync(path);
    database.exec(`UPDATE notes SET body = replace(body, 'note 32', 'nota 32')`);
    database.close();
    const reopened = start();
    expect(reopened.titles).toEqual(['The notes were repaired']);
    const fault = { code: 'notes.altered' };
    expect(reopened.texts).toMatchObject([{ code: 'notes.repaired', fault, notes: 2, unread: 1, gaps: 0 }]);
    const { value } = reopened.desk.list({ systemId: '7' }) as { value: { marks: { tradeId: string }[] } };
    expect(value.marks.map(({ tradeId }) => tradeId)).toEqual(['31', '33']);
    expect(readdirSync(folder).some((name) => name.startsWith('notes.db.damaged-'))).toBe(true);
    expect(save(reopened.desk, '34', { text: 'on' })).toMatchObject({ ok: true });
  });

  it('with a damaged page of pictures is repaired, and no note counts as lost', () => {
    const { desk } = start();
    for (const id of ['31', '32']) save(desk, id, { text: `note ${id}` });
    attach(desk, imageId, png(100));
    stop();
    damageTable('image_parts');
    expect(start().texts).toMatchObject([{ code: 'notes.repaired', notes: 2, unread: 0, gaps: 1 }]);
  });

  it('that is altered and cannot be moved away remains, and saving returns the reason', () => {
    const { desk } = start();
    save(desk, '31', { text: 'note 31' });
    stop();
    const database = new DatabaseSync(path);
    database.exec(`UPDATE notes SET digest = 'altered'`);
    database.close();
    // A folder at the target path simulates a file that another program has open on Windows.
    mkdirSync(`${path}.damaged-${now}`);
    const before = readFileSync(path);
    const reopened = start();
    expect(reopened.titles).toEqual(['Notes cannot be saved']);
    expect(reopened.texts).toMatchObject([{ reason: { code: 'fault.not-copied' } }]);
    expect(save(reopened.desk, '32', { text: 'x' })).toMatchObject({ ok: false, failure: { code: 'not-stored' } });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('salvage'))).toEqual([]);
  });

  it('that cannot be read has an unknown number of pictures', () => {
    mkdirSync(path);
    expect(countPictures(path)).toBeNull();
  });

  it('is restored if the program was killed while the file was replaced', () => {
    const { desk } = start();
    save(desk, '31', { text: 'note 31' });
    stop();
    renameSync(path, `${path}.damaged-5`);
    writeFileSync(`${path}.salvage-5`, 'half of them');
    const reopened = start();
    expect(reopened.titles).toEqual([]);
    const { value } = reopened.desk.list({ systemId: '7' }) as { value: { marks: { tradeId: string }[] } };
    expect(value.marks.map(({ tradeId }) => tradeId)).toEqual(['31']);
  });

  it.each([
    ['no database', () => writeFileSync(path, 'my shopping list, long enough to be read')],
    [
      'of another program',
      () => {
        const database = new DatabaseSync(path);
        database.exec('CREATE TABLE recipes (name TEXT)');
        database.close();
      },
    ],
    [
      'of a later version',
      () => {
        start();
        stop();
        const database = new DatabaseSync(path);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
    ],
  ])('that is %s is not changed, and saving returns the reason', (_what, make) => {
    make();
    const before = readFileSync(path);
    const { desk, titles } = start();
    expect(titles).toEqual(['Notes cannot be saved']);
    expect(save(desk, '31', { text: 'x' })).toMatchObject({ ok: false, failure: { code: 'not-stored' } });
    const listed = desk.list({ systemId: '7' });
    expect(listed).toMatchObject({ ok: true, value: { problem: { code: 'notes.unusable', path } } });
    stop();
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
