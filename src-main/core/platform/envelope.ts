import { answerObject } from './answer-object.ts';
import { textOrNull } from './absent.ts';
import { isRecord, type JsonObject } from './wire/json-object.ts';

/** The envelope of an answer (platform-notes 18, 20, 21). */
export type Envelope = {
  /**
   * `bad` when the answer is no JSON object, or its `ok` is not '1', 1, '0' or 0: then there is no
   * verdict.
   */
  readonly verdict: 'ok' | 'refused' | 'bad';
  /**
   * From `error`, else from the top level; empty when there is none. Shown to the user. It never
   * decides whether an answer is a refusal, only what a refusal means.
   */
  readonly title: string;
  readonly message: string;
  readonly errors: readonly string[];
  /** The whole answer, null when it is no JSON object. */
  readonly body: JsonObject | null;
};

/** The documented refusal for a strategy that the key cannot access. */
export const noAccessTitle = 'Unable to access this systemid';

const noTexts = { title: '', message: '', errors: [] };

/** Reads any bytes; never throws. */
export const readEnvelope = (bytes: Uint8Array): Envelope => {
  const body = answerObject(bytes);
  return body === null ? { verdict: 'bad', ...noTexts, body: null } : envelopeOf(body);
};

export const envelopeOf = (body: JsonObject): Envelope => {
  const inner = isRecord(body['error']) ? body['error'] : {};
  return {
    verdict: verdictOf(body['ok']),
    title: textOrNull(inner['title']) ?? textOrNull(body['title']) ?? bareError(body['error']),
    message: textOrNull(inner['message']) ?? textOrNull(body['message']) ?? '',
    errors: lines(inner['errors'] ?? body['errors']),
    body,
  };
};

/** One line for a person: "Title: message (error; error)". */
export const envelopeText = ({ title, message, errors }: Envelope): string => {
  const head = [title, message].filter((part) => part !== '').join(': ');
  const tail = errors.join('; ');
  if (tail === '') return head;
  return head === '' ? tail : `${head} (${tail})`;
};

/** Title, message and errors, verbatim. */
export const answerLines = ({ title, message, errors }: Envelope): string[] =>
  [title, message, ...errors].filter((line) => line !== '');

const verdictOf = (ok: unknown): Envelope['verdict'] => {
  if (ok === '1' || ok === 1) return 'ok';
  return ok === '0' || ok === 0 ? 'refused' : 'bad';
};

/** The text of an `error` that is a bare text instead of an object, else ''. */
const bareError = (error: unknown): string => (isRecord(error) ? '' : (textOrNull(error) ?? ''));

const lines = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(textOrNull).filter((line) => line !== null) : [];
