export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Longer texts are not compared by word: the work grows with the product of their lengths. */
const maxWords = 2_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

/** The removed, added and unchanged words of a text, in their order. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [oldWords, newWords] = [wordsOf(before), wordsOf(after)];
  if (oldWords.length > maxWords || newWords.length > maxWords)
    return mergeParts([part('removed', before), part('added', after)]);
  const lengths = commonLengths(oldWords, newWords);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < oldWords.length || j < newWords.length) {
    const [left, right] = [oldWords[i], newWords[j]];
    if (left !== undefined && left === right) {
      parts.push(part('same', left));
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))
    ) {
      parts.push(part('removed', left ?? ''));
      i += 1;
    } else {
      parts.push(part('added', right));
      j += 1;
    }
  }
  return mergeParts(parts);
}

const part = (kind: DiffPart['kind'], text: string): DiffPart => ({ kind, text });

const lengthAt = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/**
 * Element `[i][j]` is the length of the longest common subsequence of `old` from `i` on and `next`
 * from `j` on.
 */
function commonLengths(old: readonly string[], next: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === next[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  return lengths;
}

/** Joins neighboring parts of one kind. Empty parts are left out. */
function mergeParts(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const one of parts) {
    const last = result.at(-1);
    if (one.text === '') continue;
    if (last?.kind === one.kind) result[result.length - 1] = part(one.kind, last.text + one.text);
    else result.push(one);
  }
  return result;
}
