import './chunks/canary.js';
