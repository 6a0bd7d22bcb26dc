/**
 * The words of one simple shell command. Quotes are removed, and `$NAME` outside single quotes is
 * replaced. A backslash has no meaning. This is enough for the examples of the documentation.
 */
export function shellWords(line: string, variables: ReadonlyMap<string, string>): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    const parts = [...word.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)];
    words.push(parts.map(([, single, double, bare]) => single ?? expand(double ?? bare ?? '', variables)).join(''));
  }
  return words;
}

function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$([A-Z]+)/g, (_whole, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`$${name} is not set`);
    return value;
  });
}
