/** Members that the language reads itself, never meant as members of Electron. */
const silent = new Set(['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'constructor']);

/** The member that fails in a test, such as `protocol.handle`: a start that fails late. */
const failing = process.env['STAND_IN_FAILING'];

/** An object that throws when a missing member is read: a stand-in must not return undefined. */
export function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && !(key in target) && !silent.has(key)) {
        throw new Error(`the stand-in for electron has no ${name}.${key}`);
      }
      if (`${name}.${String(key)}` === failing) throw new Error(`planted failure of ${failing}`);
      const value: unknown = Reflect.get(target, key, receiver);
      return value;
    },
  });
}
