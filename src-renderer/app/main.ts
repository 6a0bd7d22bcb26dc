import '@fontsource-variable/inter/wght.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import './disconnected.css';
import { start } from './start.ts';
import { openTransport } from './transport.ts';

let setLost: (lost: boolean) => void = () => undefined;
const bridge = openTransport((state) => setLost(state === 'lost'));
const target = document.getElementById('app');
if (target !== null) setLost = start(bridge, target).setLost;
