require('electron');
require('node:fs');
