import { fromNewYork, newYorkText, parseNewYork } from '#rules/calendar/new-york.ts';
import type { Change, ChangeFault } from './change.ts';
import { fieldNames, fieldsOf, operationRule, ruleOf, type FieldName, type SizedRule } from './operations.ts';

const maxWordLength = 60;
/** The form that a spreadsheet gives to a long number. */
const exponent = /^[+-]?\d+([.,]\d+)?[eE][+-]?\d+$/;
const isId = (text: string): boolean => /^[1-9]\d{0,19}$/.test(text);

/** Everything that is wrong with a change, without comparing it with the platform. */
export function changeFaults({ op, personId, fields }: Omit<Change, 'id'>): ChangeFault[] {
  const { needsOne, optional, required } = operationRule(op);
  const allowedFields = fieldsOf(op);
  const faults = [...(idFaults('personid', personId) ?? [])];
  for (const field of required) if (fields[field] === undefined) faults.push({ code: 'change.missing', field });
  if (needsOne === true && optional.every((field) => fields[field] === undefined))
    faults.push({ code: 'change.empty', field: 'op' });
  for (const field of fieldNames) {
    const text = fields[field];
    if (text === undefined) continue;
    const isAllowed = allowedFields.includes(field);
    const fault = isAllowed ? valueFault(field, text) : { code: 'change.not-taken' as const, field, op };
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

function idFaults(field: string, text: string): ChangeFault[] | null {
  if (isId(text)) return null;
  if (text === '') return [{ code: 'change.missing', field }];
  if (exponent.test(text)) return [{ code: 'change.exponent', field }];
  return [{ code: /\s/.test(text) ? 'change.blank' : 'change.not-an-id', field }];
}

function valueFault(field: FieldName, text: string): ChangeFault | null {
  const rule = ruleOf(field);
  if (text === '') {
    const mayBeEmpty = rule.kind === 'text' && rule.min === 0;
    return mayBeEmpty ? null : { code: 'change.not-cleared', field };
  }
  if (rule.kind === 'id') return idFaults(field, text)?.[0] ?? null;
  if (rule.kind === 'flag') return text === '0' || text === '1' ? null : { code: 'change.not-a-flag', field };
  if (rule.kind === 'time') return timeFault(field, text);
  if (rule.kind === 'word') return wordFault(field, text);
  return rule.min === undefined ? null : sizeFault(field, text, rule);
}

function sizeFault(field: FieldName, text: string, { kind, min, max }: SizedRule): ChangeFault | null {
  if (kind === 'text') {
    const length = Array.from(text).length;
    return length >= min && length <= max ? null : { code: 'change.bounds', field, unit: 'characters', min, max };
  }
  if (exponent.test(text)) return { code: 'change.exponent', field };
  if (!/^\d{1,15}$/.test(text)) return { code: 'change.not-whole', field };
  const value = Number(text);
  return value >= min && value <= max ? null : { code: 'change.bounds', field, unit: 'number', min, max };
}

function wordFault(field: FieldName, text: string): ChangeFault | null {
  if (exponent.test(text)) return { code: 'change.exponent', field };
  if (/\s/.test(text)) return { code: 'change.blank', field };
  return text.length <= maxWordLength ? null : { code: 'change.too-long', field, max: maxWordLength };
}

const wallText = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;

function timeFault(field: FieldName, text: string): ChangeFault | null {
  const time = wallText.test(text) ? newYorkTime(text) : null;
  if (time === null) return { code: 'change.not-a-time', field };
  return time.isSkipped ? { code: 'change.no-such-time', field } : null;
}

export type NewYorkTime = {
  readonly earliest: number;
  readonly latest: number;
  /** The time does not exist: it is in the hour that is skipped in spring. */
  readonly isSkipped: boolean;
  /** The time exists twice: it is in the hour that is repeated in autumn. */
  readonly isRepeated: boolean;
};

/** The instants that a New York wall time can mean, in milliseconds; null if it is not a time. */
export function newYorkTime(text: string): NewYorkTime | null {
  const wall = parseNewYork(text);
  if (wall === undefined) return null;
  const { earliest, latest } = fromNewYork(wall);
  const isSkipped = newYorkText(latest).slice(0, 16) !== text.slice(0, 16).replace('T', ' ');
  return { earliest, latest, isSkipped, isRepeated: !isSkipped && earliest !== latest };
}
