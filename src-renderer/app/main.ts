import '@fontsource-variable/inter/wght.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import './closed-door.css';
import { start } from './start.ts';
import { openTransport } from './transport.ts';

let tell: (lost: boolean) => void = () => undefined;
const bridge = openTransport((state) => tell(state === 'lost'));
const target = document.getElementById('app');
if (target !== null) tell = start(bridge, target).line;
