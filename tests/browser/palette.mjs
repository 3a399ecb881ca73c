/* palette.mjs - makes a screenshot small: a PNG of at most 256 colours
 *
 * Pages are mostly flat, so the most frequent colours carry nearly the whole picture; the others go
 * to the nearest of them. Reads what the browser writes: 8 bits a channel, not interlaced.
 */
import zlib from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function* chunks(png) {
    for (let at = 8; at < png.length;) {
        const length = png.readUInt32BE(at);
        yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
        at += 12 + length;
    }
}

function chunk(name, data) {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(data.length, 0);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc(body), body.length + 4);
    return whole;
}

function crc(bytes) {
    let sum = ~0;
    for (const byte of bytes) {
        sum ^= byte;
        for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
}

function paeth(left, up, corner) {
    const guess = left + up - corner;
    const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

/* The pixels of the picture as numbers 0xrrggbb, row by row. */
function pixels(png) {
    const parts = [];
    let width = 0, height = 0, channels = 0;
    for (const [name, data] of chunks(png)) {
        if (name === 'IDAT') parts.push(data);
        if (name === 'IHDR') {
            [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
            channels = { 2: 3, 6: 4 }[data[9]];
        }
    }
    const raw = zlib.inflateSync(Buffer.concat(parts));
    const stride = width * channels;
    const colours = new Uint32Array(width * height);
    let above = new Uint8Array(stride);
    for (let row = 0; row < height; row++) {
        const filter = raw[row * (stride + 1)];
        const line = raw.subarray(row * (stride + 1) + 1, (row + 1) * (stride + 1));
        for (let i = 0; i < stride; i++) {
            const left = i < channels ? 0 : line[i - channels];
            const corner = i < channels ? 0 : above[i - channels];
            const guesses = [0, left, above[i], (left + above[i]) >> 1,
                paeth(left, above[i], corner)];
            line[i] += guesses[filter];
        }
        for (let column = 0; column < width; column++) {
            const at = column * channels;
            colours[row * width + column] = (line[at] << 16) | (line[at + 1] << 8) | line[at + 2];
        }
        above = line;
    }
    return { width, height, colours };
}

/* The colours to keep: the most frequent, none too close to one that is kept already. */
function choose(colours) {
    const count = new Map();
    for (const colour of colours) count.set(colour, (count.get(colour) ?? 0) + 1);
    const ranked = [...count.keys()].sort((a, b) => count.get(b) - count.get(a));
    const kept = [];
    for (const apart of [150, 20, 0])
        for (const colour of ranked) {
            if (kept.length === 256) return kept;
            if (!kept.includes(colour) && kept.every((one) => distance(one, colour) > apart))
                kept.push(colour);
        }
    return kept;
}

function distance(a, b) {
    const [red, green, blue] = [16, 8, 0].map((shift) =>
        ((a >> shift) & 255) - ((b >> shift) & 255));
    return red * red + green * green + blue * blue;
}

export function palette(png) {
    const { width, height, colours } = pixels(png);
    const kept = choose(colours);
    const nearest = new Map(kept.map((colour, i) => [colour, i]));
    const rows = Buffer.alloc((width + 1) * height);
    colours.forEach((colour, i) => {
        if (!nearest.has(colour))
            nearest.set(colour, kept.reduce((best, one, at) =>
                (distance(one, colour) < distance(kept[best], colour) ? at : best), 0));
        rows[i + Math.floor(i / width) + 1] = nearest.get(colour);
    });
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 3, 0, 0, 0], 8);
    const table = Buffer.from(kept.flatMap((one) => [one >> 16, (one >> 8) & 255, one & 255]));
    return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('PLTE', table),
        chunk('IDAT', zlib.deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
