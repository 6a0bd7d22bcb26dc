/** Encodes in chunks, because `fromCharCode` has a limit of arguments. */
export function base64Of(bytes: Uint8Array): string {
  const chunk = 8_192;
  let text = '';
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(text);
}
