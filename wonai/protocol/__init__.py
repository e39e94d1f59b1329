"""WEP, the Wealth Engine Protocol: text in, text out."""
