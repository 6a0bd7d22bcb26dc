/** The members of a request to control: plain JSON, not read by kind as fields of the API are. */
export type ControlBody = ReadonlyMap<string, unknown>;

/** Empty if the body is not a JSON object. */
export function controlMembers(body: unknown): ControlBody {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return new Map(isObject ? Object.entries(body) : []);
}

/** The text of a member that is a string or a number; '' for any other value. */
export function controlText(members: ControlBody, name: string): string {
  const value = members.get(name);
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
}
