/** The effect of an order on the risk. A closing order within the position size reduces it. */
export type RiskEffect = 'adds' | 'reduces';
