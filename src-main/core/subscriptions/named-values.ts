import {
  endParameters,
  type EndParameter,
  type NamedValues,
  type SubscriptionPlan,
} from '#contract/model/subscription.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { unsubscribeFromStrategy, type UnsubscribeWanted } from '#core/acts/subscription-acts.ts';

/**
 * Members of the request and of its answer. The text after one of these names is about that member
 * only.
 */
const names = [...endParameters, 'systemid', 'personid', 'platformid', 'apikey', 'subscription_guid'];
const anyName = new RegExp(`\\b(${names.join('|')})\\b`);

/** Only a text with one of these words says which values there are. */
const valuesPhrase = /\b(?:must be|one of|values|options|choices)\b/i;
/** A colon after one of these words begins a list of values. */
const listStart = /\b(?:one of|values|options|choices)\b[^:]*:(?<list>.*)$/i;
const wordPattern = /^[A-Za-z0-9_]{1,60}$/;
/** An identifier rather than a word of a language, such as `unsubscribe_immediate`. */
const identifierPattern = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/;

/** A longer line, or a longer list, is no list of choices. */
const maxLineLength = 1_000;
const maxValues = 20;

/**
 * The values of a parameter that a refusal of the platform names: the words of a list after the
 * name, else the identifiers after it, up to the next name or the end of the line. A text in
 * another form names nothing.
 */
export function namedValues(text: string, parameter: EndParameter): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.length <= maxLineLength && !/[<>]/.test(line));
  const values = new Set(lines.flatMap((line) => valuesInLine(line, parameter)));
  return values.size > maxValues ? [] : [...values];
}

function valuesInLine(line: string, parameter: EndParameter): string[] {
  const parts = line.split(anyName);
  return parts.flatMap((part, at) => {
    const textAfter = parts[at + 1];
    if (part !== parameter || textAfter === undefined) return [];
    const before = at === 1 ? (parts[0] ?? '') : '';
    return valuesPhrase.test(before + textAfter) ? (listIn(textAfter) ?? identifiersIn(textAfter)) : [];
  });
}

/** The list after a colon, if nothing else follows it; else null. */
function listIn(textAfter: string): string[] | null {
  const list = listStart.exec(textAfter)?.groups?.['list'];
  const items = list === undefined ? [] : itemsOf(list);
  return items.length > 0 && items.every((item) => wordPattern.test(item)) ? items : null;
}

/** Words between commas, else between spaces. A sentence in such a list is not a word. */
function itemsOf(list: string): string[] {
  const plain = list
    .replaceAll(/["'`()[\]]/g, ' ')
    .trim()
    .replace(/(?:[.,;]|\s(?:or|and))$/, '');
  const items = /[,;|]/.test(plain) ? plain.split(/[,;|]|\s(?:or|and)\s/) : plain.split(/\s+(?:(?:or|and)\s+)?/);
  return items.map((item) => item.trim().replace(/^(?:or|and)\s+/, '')).filter((item) => item !== '');
}

const identifiersIn = (textAfter: string): string[] =>
  textAfter
    .split(/[\s,;|"'`()[\]]+/)
    .map((item) => item.replace(/[.:]$/, ''))
    .filter((item) => wordPattern.test(item) && identifierPattern.test(item));

/**
 * The values that the platform named when it refused to unsubscribe, over all strategies of the
 * connection. `rows` are its acts on subscriptions, oldest first.
 */
export function namedInRefusals(rows: readonly ActRow[]): SubscriptionPlan['named'] {
  const ends = rows.filter((row) => isActOf(unsubscribeFromStrategy, row)).toReversed();
  return {
    actionType: newest(ends, 'actionType'),
    autoTradePositionsAndOrders: newest(ends, 'autoTradePositionsAndOrders'),
  };
}

function newest(ends: readonly ActRow<UnsubscribeWanted>[], parameter: EndParameter): NamedValues | null {
  for (const { answer, steps, wanted } of ends) {
    const refused = steps.find(({ state }) => state === 'REFUSED');
    if (refused === undefined) continue;
    // The platform's own words are strings. Its refusal may repeat the value that it refused.
    const named = answer.flatMap((line) => (typeof line === 'string' ? namedValues(line, parameter) : []));
    const values = [...new Set(named)].filter((value) => value !== wanted[parameter]);
    if (values.length > 0) return { values, at: Math.floor(refused.at / 1000) };
  }
  return null;
}
