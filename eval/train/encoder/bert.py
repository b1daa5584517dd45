"""MiniLM as a torch module, read from the int8 ONNX file of `adduce models add minilm` and written back into it.

The graph of the file stays as it is: only its weights are replaced, quantised as they were (one scale per column).
"""
import math

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

LAYERS, HEADS, WIDTH, INNER = 6, 12, 384, 1536
# In the order in which the graph multiplies, layer by layer.
MATRICES = ('query', 'key', 'value', 'attended', 'inner', 'outer')
ONNX_BIASES = {
    'query': 'attention.self.query', 'key': 'attention.self.key', 'value': 'attention.self.value',
    'attended': 'attention.output.dense', 'inner': 'intermediate.dense', 'outer': 'output.dense',
}
ONNX_NORMS = {'attended_norm': 'attention.output.LayerNorm', 'outer_norm': 'output.LayerNorm'}
EMBEDDINGS = {'words': 'word_embeddings', 'positions': 'position_embeddings', 'types': 'token_type_embeddings'}


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        for name in ('query', 'key', 'value', 'attended'):
            setattr(self, name, nn.Linear(WIDTH, WIDTH))
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.attended_norm, self.outer_norm = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))

    def forward(self, states, mask):
        heads = [part(states).unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in (self.query, self.key, self.value)]
        attended = nn.functional.scaled_dot_product_attention(*heads, attn_mask=mask)
        states = self.attended_norm(states + self.attended(attended.transpose(1, 2).flatten(2)))
        return self.outer_norm(states + self.outer(nn.functional.gelu(self.inner(states))))


class Encoder(nn.Module):
    """Vectors of length 1: the mean of the tokens' last states."""

    def __init__(self):
        super().__init__()
        self.words, self.positions, self.types = nn.Embedding(30522, WIDTH), nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def forward(self, ids, mask):
        states = self.words(ids) + self.positions.weight[: ids.shape[1]] + self.types.weight[0]
        states = self.norm(states)
        attention = torch.zeros(mask.shape, dtype=states.dtype, device=ids.device)
        attention = attention.masked_fill(~mask, -math.inf)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, attention)
        kept = mask.unsqueeze(-1).to(states.dtype)
        return nn.functional.normalize((states * kept).sum(1) / kept.sum(1), dim=-1)


class ModelFile:
    """The ONNX file: its tensors by name, and the names of its matrices in their order."""

    def __init__(self, path):
        self.model = onnx.load(path)
        self.tensors = {tensor.name: tensor for tensor in self.model.graph.initializer}
        nodes = [node for node in self.model.graph.node if node.op_type == 'MatMulInteger']
        self.matrices = [node.input[1].removesuffix('_quantized') for node in nodes]
        # The two products within each attention have no weights.
        self.matrices = [name for name in self.matrices if f'{name}_quantized' in self.tensors]
        if len(self.matrices) != LAYERS * len(MATRICES):
            raise SystemExit(f'{path}: {len(self.matrices)} matrices, not those of MiniLM')

    def array(self, name):
        return numpy_helper.to_array(self.tensors[name])

    def put(self, name, array):
        self.tensors[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(array), name))

    def weights(self, name):
        values = self.array(f'{name}_quantized').astype(np.float32)
        return (values - self.array(f'{name}_zero_point').astype(np.float32)) * self.array(f'{name}_scale')

    def places(self, encoder):
        """Each matrix of the file with the parameter that it is."""
        layers = [getattr(layer, name) for layer in encoder.layers for name in MATRICES]
        return zip(self.matrices, layers, strict=True)

    def plain(self, encoder):
        """Tensors that are not quantised."""
        yield 'embeddings.LayerNorm', encoder.norm
        for index, layer in enumerate(encoder.layers):
            for name, stem in ONNX_NORMS.items():
                yield f'encoder.layer.{index}.{stem}', getattr(layer, name)

    def biases(self, encoder):
        for index, layer in enumerate(encoder.layers):
            for name, stem in ONNX_BIASES.items():
                yield f'encoder.layer.{index}.{stem}.bias', getattr(layer, name)


@torch.no_grad()
def read_encoder(path):
    file, encoder = ModelFile(path), Encoder()
    for name, stem in EMBEDDINGS.items():
        getattr(encoder, name).weight.copy_(torch.from_numpy(file.weights(f'embeddings.{stem}.weight')))
    for stem, norm in file.plain(encoder):
        norm.weight.copy_(torch.from_numpy(file.array(f'{stem}.weight').copy()))
        norm.bias.copy_(torch.from_numpy(file.array(f'{stem}.bias').copy()))
    for name, linear in file.biases(encoder):
        linear.bias.copy_(torch.from_numpy(file.array(name).copy()))
    for name, linear in file.places(encoder):
        linear.weight.copy_(torch.from_numpy(file.weights(name).T.copy()))
    return encoder


@torch.no_grad()
def write_encoder(encoder, base, path):
    """Embeddings are not trained, and stay those of the base."""
    file = ModelFile(base)
    for stem, norm in file.plain(encoder):
        file.put(f'{stem}.weight', norm.weight.cpu().numpy())
        file.put(f'{stem}.bias', norm.bias.cpu().numpy())
    for name, linear in file.biases(encoder):
        file.put(name, linear.bias.cpu().numpy())
    for name, linear in file.places(encoder):
        weight = linear.weight.cpu().numpy().T
        scale = np.maximum(np.abs(weight).max(axis=0), 1e-12) / 127
        file.put(f'{name}_scale', scale.astype(np.float32))
        file.put(f'{name}_zero_point', np.zeros_like(file.array(f'{name}_zero_point')))
        file.put(f'{name}_quantized', np.clip(np.rint(weight / scale), -127, 127).astype(np.int8))
    onnx.save(file.model, path)
