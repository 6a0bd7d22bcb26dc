/** A line of the caption and its color. */
export type CaptionPart = { readonly text: string; readonly ink: string };

/** The picture of a chart with its words above it, so that it says by itself what it shows. CSS px times the screen's density. */
export function captionedPicture(
  chart: HTMLCanvasElement,
  title: string,
  parts: readonly CaptionPart[],
  look: { readonly surface: string; readonly text: string; readonly fontFamily: string },
): HTMLCanvasElement {
  const density = window.devicePixelRatio;
  const room = 50 * density;
  const made = document.createElement('canvas');
  made.width = chart.width;
  made.height = chart.height + room;
  const context = made.getContext('2d');
  if (context === null) throw new Error('The picture could not be drawn.');
  context.fillStyle = look.surface;
  context.fillRect(0, 0, made.width, made.height);
  context.font = `600 ${14 * density}px ${look.fontFamily}`;
  context.fillStyle = look.text;
  context.fillText(title, 12 * density, 20 * density);
  context.font = `${12 * density}px ${look.fontFamily}`;
  let x = 12 * density;
  for (const { text, ink } of parts) {
    context.fillStyle = ink;
    context.fillText(text, x, 40 * density);
    x += context.measureText(text).width + 18 * density;
  }
  context.drawImage(chart, 0, room);
  return made;
}
