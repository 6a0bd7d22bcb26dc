/** A decimal with its thousands separated: `20,000`, `1,234.5`. */
export const figureText = (value: string): string => {
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** A price without the zeros that the platform pads it with; two decimals stay. */
export const priceFigure = (value: string): string => figureText(value.replace(/([.][0-9]{2}[0-9]*?)0+$/, '$1'));
