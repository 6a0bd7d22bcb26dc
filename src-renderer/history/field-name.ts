const words: Readonly<Record<string, string>> = {
  buyPower: 'Buying power',
  cash: 'Cash',
  equity: 'Open P/L',
  marginUsed: 'Margin used',
  modelAccountValue: 'Account value',
  updatedText: 'Updated (ET)',
  at: 'Point time',
  withCost: 'With costs',
  raw: 'Without costs',
  side: 'Side',
  quantity: 'Quantity',
  openPrice: 'Open price',
  mark: 'Mark',
  markedAt: 'Mark time',
  profit: 'Profit',
  status: 'Status',
  action: 'Action',
  kind: 'Order type',
  limit: 'Limit',
  stop: 'Stop',
  value: 'Value',
};

/** The name of a member of a past account on screen. */
export const fieldName = (member: string): string => words[member] ?? member;
