const words: Readonly<Record<string, string>> = {
  buyPower: 'Buying power',
  cash: 'Cash',
  equity: 'Open profit or loss',
  marginUsed: 'Margin used',
  modelAccountValue: 'Account value',
  updatedText: 'Figures of (ET)',
  at: 'Time of the point',
  withCost: 'With costs',
  raw: 'Without costs',
  side: 'Side',
  quantity: 'Quantity',
  openPrice: 'Opened at',
  mark: 'Mark',
  markedAt: 'Time of the mark',
  profit: 'Profit',
  status: 'Status',
  action: 'Action',
  kind: 'Kind',
  limit: 'Limit',
  stop: 'Stop',
  value: 'Value',
};

/** A member of a past account in the trader's words. */
export const memberWords = (member: string): string => words[member] ?? member;
