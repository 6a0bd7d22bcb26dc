import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { EventMessage } from '#contract/bridge.ts';
import { events, type EventName, type EventParams, type EventPayload } from '#contract/events.ts';
import type { Clock } from '#core/ports.ts';

/**
 * Changes of one event within this time are sent once. A person does not notice the delay, and a
 * burst of changed rows takes less time.
 */
const coalesceMs = 25;

type Listener = { receive: (message: EventMessage) => void; seq: number };
type Topic = {
  readonly name: EventName;
  /**
   * Valid for the event's schema. The type is `never` so that each event's own functions accept
   * them.
   */
  readonly params: never;
  readonly listeners: Set<Listener>;
  readonly stop: () => void;
};
type Provider = { readonly current: (params: never) => unknown; readonly watch: (params: never) => () => void };

/**
 * Tells the windows what changed. A provider computes the current value of an event; `touch` marks
 * it as changed. Each subscription gets the value at once and after every change, with a sequence
 * number, so that a lost message shows as a gap. While an event has no listeners, its value is not
 * computed and its `watch` does not run. A provider without a value, as during a change of
 * connection, sends nothing until the event is touched again.
 */
export class Hub {
  readonly #clock: Clock;
  readonly #providers = new Map<EventName, Provider>();
  readonly #topics = new Map<string, Topic>();
  readonly #dirty = new Set<Topic>();
  #cancelFlush: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  provide<Name extends EventName>(
    name: Name,
    current: (params: EventParams<Name>) => EventPayload<Name> | undefined,
    watch: (params: EventParams<Name>) => () => void = () => () => undefined,
  ): void {
    this.#providers.set(name, { current, watch });
  }

  /** Marks the event as changed, for all params or for the matching ones. */
  touch<Name extends EventName>(name: Name, matches: (params: EventParams<Name>) => boolean = () => true): void {
    for (const topic of this.#topics.values()) {
      if (topic.name === name && matches(topic.params)) this.#dirty.add(topic);
    }
    this.#flushSoon();
  }

  /** Throws for a name or params outside the contract. No window of this program sends these. */
  subscribe(name: string, params: unknown, receive: (message: EventMessage) => void): () => void {
    if (!isEvent(name) || !paramsFit(name, params)) throw new Error(`no such event: ${name.slice(0, 60)}`);
    const key = `${name} ${JSON.stringify(params)}`;
    const topic = this.#topics.get(key) ?? this.#open(key, name, params);
    const listener = { receive, seq: 0 };
    topic.listeners.add(listener);
    this.#send(topic, listener, this.#value(topic));
    return () => {
      topic.listeners.delete(listener);
      if (topic.listeners.size === 0 && this.#topics.get(key) === topic) this.#close(key, topic);
    };
  }

  close(): void {
    this.#cancelFlush?.();
    for (const [key, topic] of this.#topics) this.#close(key, topic);
  }

  #open(key: string, name: EventName, params: never): Topic {
    const stop = this.#provider(name).watch(params);
    const topic: Topic = { name, params, listeners: new Set(), stop };
    this.#topics.set(key, topic);
    return topic;
  }

  #close(key: string, topic: Topic): void {
    this.#topics.delete(key);
    this.#dirty.delete(topic);
    topic.stop();
  }

  #flushSoon(): void {
    if (this.#dirty.size > 0) this.#cancelFlush ??= this.#clock.after(coalesceMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush = null;
    const topics = [...this.#dirty];
    this.#dirty.clear();
    for (const topic of topics) {
      const payload = this.#value(topic);
      for (const listener of topic.listeners) this.#send(topic, listener, payload);
    }
  }

  #send(topic: Topic, listener: Listener, payload: unknown): void {
    if (payload !== undefined && topic.listeners.has(listener)) listener.receive({ seq: listener.seq++, payload });
  }

  #value(topic: Topic): unknown {
    return this.#provider(topic.name).current(topic.params);
  }

  #provider(name: EventName): Provider {
    const provider = this.#providers.get(name);
    if (!provider) throw new Error(`nothing provides ${name}`);
    return provider;
  }
}

const validators = new Map<EventName, (value: unknown) => boolean>();

function isEvent(name: string): name is EventName {
  return Object.hasOwn(events, name);
}

function paramsFit(name: EventName, params: unknown): params is never {
  let check = validators.get(name);
  if (!check) {
    const validator = Compile<TSchema>(events[name].params);
    check = (value) => validator.Check(value);
    validators.set(name, check);
  }
  return check(params);
}
