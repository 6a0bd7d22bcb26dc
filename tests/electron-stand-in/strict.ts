/** Members that the language or a test library reads. They are not members of Electron. */
const unchecked = new Set(['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'constructor']);

/**
 * The name of a member that throws when it is read, if a test sets one. If it is
 * `protocol.handle`, the start fails after the core is open.
 */
const failingMember = process.env['STAND_IN_FAILING'];

/** An object that throws when a missing member is read: a stand-in must not return undefined. */
export function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && !(key in target) && !unchecked.has(key)) {
        throw new Error(`the stand-in for electron has no ${name}.${key}`);
      }
      if (`${name}.${String(key)}` === failingMember) throw new Error(`planted failure of ${failingMember}`);
      const value: unknown = Reflect.get(target, key, receiver);
      return value;
    },
  });
}
