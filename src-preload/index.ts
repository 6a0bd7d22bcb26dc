// All that the sandboxed window can reach: the bridge of the contract, over ipcRenderer.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { createBridge, type EventMessage } from './contract/bridge.ts';

let lastId = 0;
const bridge = createBridge({
  invoke: (name, input) => ipcRenderer.invoke(`call:${name}`, input),
  listen(name, params, receive) {
    const id = (lastId += 1);
    const onMessage = (_event: IpcRendererEvent, message: EventMessage): void => receive(message);
    ipcRenderer.on(`event:${id}`, onMessage);
    ipcRenderer.send('listen', { id, name, params });
    return () => ipcRenderer.off(`event:${id}`, onMessage).send('unlisten', { id });
  },
});
contextBridge.exposeInMainWorld('stratdesk', bridge);
