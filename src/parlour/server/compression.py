"""Compresses the JSON answers of the HTTP API. Files and films are compressed once, where they are kept."""

from __future__ import annotations

from litestar.config.compression import CompressionConfig
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import Message, Scope, Send


class JsonCompressionMiddleware(CompressionMiddleware):
    """Compresses JSON answers for clients that accept it, except short ones and those that are compressed already."""

    def create_compression_send_wrapper(self, send: Send, compression_encoding: str, scope: Scope) -> Send:
        compress = super().create_compression_send_wrapper(send, compression_encoding, scope)
        chosen = send

        async def send_answer(message: Message) -> None:
            nonlocal chosen
            if message["type"] == "http.response.start":
                headers = dict(message["headers"])
                is_json = headers.get(b"content-type", b"").startswith(b"application/json")
                chosen = compress if is_json and b"content-encoding" not in headers else send
            await chosen(message)

        return send_answer


COMPRESSION = CompressionConfig(
    "gzip", minimum_size=1000, gzip_compress_level=6, middleware_class=JsonCompressionMiddleware
)
