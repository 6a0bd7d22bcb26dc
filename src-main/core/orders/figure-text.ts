/** Separates the thousands of a decimal: `20,000`, `1,234.5`. */
export const figureText = (value: string): string => {
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** Removes the zeros that the platform pads a price with; two decimals remain. */
export const priceFigure = (value: string): string => figureText(value.replace(/([.][0-9]{2}[0-9]*?)0+$/, '$1'));
