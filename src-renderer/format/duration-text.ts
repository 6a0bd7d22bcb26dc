/** A length of time: `45 s`, `12 min`, `3 h 5 min`, `4 d 2 h`. */
export function durationText(seconds: number | null | undefined): string {
  if (seconds == null) return '–';
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}
