/** The growth of `y` for each unit of `x`, by least squares; 0 for fewer than two points. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  if (points.length < 2 || spread === 0) return 0;
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
}
