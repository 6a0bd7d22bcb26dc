/** The effect of an order on risk. A closing order within the position size reduces risk. */
export type RiskEffect = 'adds' | 'reduces';
