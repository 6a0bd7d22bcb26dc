const MAX_DEPTH = 20;

type Budget = { remaining: number };

/**
 * Copies a value that a window sent, as plain JSON: own enumerable members of plain objects only.
 * Structured cloning transfers more than JSON (dates, maps, sparse arrays of 2^32, cycles). For
 * those, and for anything above `budget` characters and members, the result is undefined. Absent
 * and undefined members are the same, as in JSON.
 */
export function plainJson(value: unknown, budget: number): unknown {
  return copy(value, { remaining: budget }, 0);
}

/** Undefined means "not JSON" at every level: no command has an input of undefined. */
function copy(value: unknown, budget: Budget, depth: number): unknown {
  budget.remaining -= typeof value === 'string' ? value.length + 1 : 1;
  if (budget.remaining < 0 || depth > MAX_DEPTH) return undefined;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return copyArray(value, budget, depth);
  return isPlain(value) ? copyObject(value, budget, depth) : undefined;
}

function copyArray(values: readonly unknown[], budget: Budget, depth: number): unknown {
  if (values.length > budget.remaining) return undefined;
  const copies = Array.from(values, (value) => copy(value, budget, depth + 1));
  return copies.includes(undefined) ? undefined : copies;
}

function copyObject(value: object, budget: Budget, depth: number): unknown {
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    budget.remaining -= name.length;
    const copied = copy(member, budget, depth + 1);
    if (copied === undefined || name === '__proto__') return undefined;
    entries.push([name, copied]);
  }
  return Object.fromEntries(entries);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
