/** `3 requests, about 4 s at the request limit`. A duration of up to one second is not shown. */
export function requestsText(requests: number, seconds: number): string {
  const count = requests === 1 ? 'One request' : `${requests} requests`;
  return seconds > 1 ? `${count}, about ${seconds} s at the request limit` : count;
}
