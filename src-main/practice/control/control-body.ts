/** The members of the body of a control request: plain JSON, without the field kinds of the API. */
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
