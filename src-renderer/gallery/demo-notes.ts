import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import type { Note, NoteMark } from '#contract/model/note.ts';
import { done } from '#contract/outcome.ts';
import { demoNow } from './demo-clock.ts';
import { demoTrades } from './demo-trades.ts';

const texts = [
  ['Chased the open, got in a dollar late. Stop was right, size was not.', ['late', 'news'], 2, 'Opening range'],
  ['Waited for the retest as planned.', ['plan'], 5, 'Retest'],
  ['', ['earnings'], null, ''],
  ['Took profit early: nothing in the plan said so.', ['early-exit', 'plan'], 3, 'Retest'],
] as const;

const notes: readonly Note[] = [0, 2, 5, 6, 9, 12].map((tradeIndex, index): Note => {
  const [text, tags, rating, setup] = texts[index % texts.length] ?? texts[0];
  return {
    systemId: '91000001',
    subject: { kind: 'trade', tradeId: demoTrades[tradeIndex]?.tradeId ?? '0' },
    content: { text, tags: [...tags], rating, setup, images: [] },
    version: 1,
    changedAt: demoNow - index * 4_000,
  };
});

const dayNote: Note = {
  systemId: '91000001',
  subject: { kind: 'day', day: '2026-03-02' },
  content: { text: 'Slow morning; two entries by plan, one chased.', tags: [], rating: null, setup: '', images: [] },
  version: 1,
  changedAt: demoNow - 600,
};

const markOf = ({ subject, content }: Note): NoteMark => ({
  tradeId: subject.kind === 'trade' ? subject.tradeId : '0',
  tags: [...content.tags],
  rating: content.rating,
  setup: content.setup,
  // The notes of the demo are short enough to be shown whole.
  start: content.text,
  images: 0,
});

/** Answers to the notes commands. `notes.save` answers as if it had stored the note. */
export const demoNotes = {
  'notes.list': (): CommandOutcome<'notes.list'> =>
    done({ marks: notes.map(markOf), days: ['2026-03-02'], problem: null }),
  'notes.get': ({ subject }: CommandInput<'notes.get'>): CommandOutcome<'notes.get'> => {
    const found = notes.find((one) => JSON.stringify(one.subject) === JSON.stringify(subject));
    return done({ note: found ?? (subject.kind === 'day' && subject.day === '2026-03-02' ? dayNote : null) });
  },
  'notes.save': ({ systemId, subject, content, version }: CommandInput<'notes.save'>): CommandOutcome<'notes.save'> =>
    done({ systemId, subject, content, version: version + 1, changedAt: demoNow }),
  'notes.tags': (): CommandOutcome<'notes.tags'> =>
    done({
      tags: ['plan', 'late', 'news', 'earnings', 'early-exit'].map((name, at) => ({ name, count: 5 - at })),
      setups: ['Retest', 'Opening range'].map((name, at) => ({ name, count: 2 - at })),
    }),
  'notes.search': ({ text }: CommandInput<'notes.search'>): CommandOutcome<'notes.search'> => {
    const hits = notes
      .filter(({ content }) => content.text.toLowerCase().includes(text.toLowerCase()))
      .map((note) => ({
        kind: 'trade' as const,
        id: markOf(note).tradeId,
        title: `Trade ${markOf(note).tradeId}`,
        snippet: note.content.text,
        at: note.changedAt,
      }));
    return done({ hits, total: hits.length });
  },
  'notes.attach': (): CommandOutcome<'notes.attach'> => done({ image: { type: 'image/png', bytes: 1 } }),
  'notes.image': (): CommandOutcome<'notes.image'> => done({ type: 'image/png', parts: 1, data: '' }),
};
