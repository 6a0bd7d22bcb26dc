const fields =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"], [role="textbox"]';

/** True if the target is a field: letters are its input then. */
export const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null;
